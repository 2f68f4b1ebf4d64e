"""Writes what the repository itself has: attacks-own.jsonl and honest-own-en.txt and -zh.txt.
Usage: own.py OUT, in the root of the repository."""

import glob
import json
import re
import sys

HAN = re.compile("[\u4e00-\u9fff]")
KEPT = ("q.txt", "heldout.txt", "s.txt")  # they measure the model
WORDING = {"command", "score", "role", "suppress", "authority", "bandwagon", "begging", "nullmodel"}
FAMILY = {"command": "command", "score": "score", "persuasion": "authority"}
OFTEN = 4  # what was written by hand


def language(text):
    return "zh" if HAN.search(text) else "en"


def lines(pattern):
    for path in sorted(glob.glob(pattern)):
        if not path.endswith(tuple("/" + name for name in KEPT)):
            with open(path, encoding="utf-8") as f:
                for line in f:
                    yield line.rstrip("\n").replace("\\n", "\n")


def attacks():
    family = ""
    for pattern in ("internal/immunity/attacks/*.txt", "internal/immunity/testdata/sets/*.txt"):
        for line in lines(pattern):
            if line.startswith("family "):
                family = line.split()[1]
            elif line and not line.startswith("#") and family in WORDING:
                for _ in range(OFTEN):
                    yield {"family": family, "lang": language(line), "text": line}
    for line in lines("internal/immunity/testdata/[st]*.txt"):
        if not line.startswith("#"):
            yield {"family": "command", "lang": language(line), "text": line}
    for line in lines("bench/wording/texts/attacks-prose-*.txt"):
        family, text = line.split("\t")
        for _ in range(OFTEN):
            yield {"family": family, "lang": language(text), "text": text}
    for line in lines("bench/wording/texts/attacks-hints-*.txt"):
        family, text = line.split("\t")
        yield {"family": family, "lang": language(text), "text": text}
    for line in lines("internal/document/scan/testdata/attacks.txt"):
        kind, text = line.split(": ", 1)
        for _ in range(OFTEN * OFTEN):
            yield {"family": FAMILY[kind], "lang": language(text), "text": text}


def honest():
    for line in lines("internal/immunity/testdata/benign*.txt"):
        if not line.startswith("# "):
            yield from [line] * OFTEN
    for line in lines("internal/document/scan/testdata/honest.txt"):
        for part in re.split(r"\n+", line):
            yield from [part] * OFTEN * OFTEN


def main(out):
    with open(f"{out}/attacks-own.jsonl", "w", encoding="utf-8") as f:
        for attack in attacks():
            f.write(json.dumps(attack, ensure_ascii=False) + "\n")
    files = {name: open(f"{out}/honest-own-{name}.txt", "w", encoding="utf-8") for name in ("en", "zh")}
    for text in honest():
        files[language(text)].write(text.replace("\n", " ") + "\n")
    for pattern in ("*.md", "docs/*.md", "examples/**/*.md", "judges/**/*.md", "anchors/**/*.md", "scenes/**/*.*"):
        for path in sorted(glob.glob(pattern, recursive=True)):
            if "immunity" in path or "adversarial" in path:
                continue
            with open(path, encoding="utf-8") as f:
                for part in re.split(r"\n\s*\n|(?<=[.!?])\s+|(?<=[。！？；])|\n(?=\s*[-*|#\d])", f.read()):
                    if part := " ".join(re.sub(r"[*`#>|]+", " ", part).split()):
                        files[language(part)].write((part + "\n") * OFTEN)


if __name__ == "__main__":
    main(*sys.argv[1:])
