// Validates Kubernetes manifests against Kubernetes' own schemas: what is missing,
// what is of a wrong type or is no value of an enumeration. (Unknown fields are
// found by .ci/kubernetes.) Usage: node validate.mjs FILE...
import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

let bad = false;
for (const file of process.argv.slice(2)) {
  for (const [i, document] of parseAllDocuments(readFileSync(file, "utf8")).entries()) {
    const object = document.toJS();
    try {
      if (document.errors.length > 0) throw document.errors[0];
      const version = object.apiVersion;
      const kinds = await import(`kubernetes-models/${version}`);
      new kinds[object.kind](object).validate();
    } catch (err) {
      console.log(`${file}, document ${i + 1}: ${err.message}`);
      bad = true;
    }
  }
}
process.exit(bad ? 1 : 0);
