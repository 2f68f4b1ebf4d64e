"""Writes what the repository itself has: attacks-own.jsonl and honest-own.txt.
Usage: own.py OUT, in the root of the repository."""

import glob
import json
import re
import sys

KEPT = ("ab.txt",)  # it measures the models
WORDING = {"command", "score", "role", "suppress", "authority", "bandwagon", "begging", "nullmodel", "reply", "persuasion"}
FAMILY = {"command": "command", "score": "score", "persuasion": "authority", "reply": "reply"}
DOCUMENTS = "internal/immunity/testdata/documents/*.md"
QUOTED = re.compile(r"[\"“„«「『`](?:[^\"“”»」』`]{15,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3][^\"“”»」』`]{4,})[\"“”»」』`]|<\|[^|]*\|>")
SHAPED = re.compile(r"[{}<>|\[\]]")  # a reply whose form is found, not its words
OFTEN = 4  # what was written by hand
OTHER = 10  # and in languages that have fewer texts


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
            elif line and not line.startswith("#") and family in WORDING and not (family == "reply" and SHAPED.search(line)):
                for _ in range(OFTEN):
                    yield {"family": family, "text": line}
    for line in lines("internal/immunity/testdata/[st]*.txt"):
        if not line.startswith("#"):
            yield {"family": "command", "text": line}
    for path in sorted(glob.glob("bench/wording/texts/attacks-prose-*.txt")):
        often = OFTEN if path.endswith(("-en.txt", "-zh.txt")) else OTHER
        for line in lines(path):
            family, text = line.split("\t")
            for _ in range(often):
                yield {"family": family, "text": text}
    for line in lines("bench/wording/texts/attacks-hints-*.txt"):
        family, text = line.split("\t")
        yield {"family": family, "text": text}
    for line in lines("internal/document/scan/testdata/attacks.txt"):
        kind, text = line.split(": ", 1)
        for _ in range(OFTEN * OFTEN):
            yield {"family": FAMILY[kind], "text": text}


def honest():
    for line in lines("internal/immunity/testdata/benign*.txt"):
        if not line.startswith("# "):
            yield from [line] * OFTEN
    for line in lines("internal/document/scan/testdata/honest.txt"):
        for part in re.split(r"\n+", line):
            yield from [part] * OFTEN * OFTEN


def parts():
    """Sentences and lines of honest documents, without what they quote."""
    for pattern in ("*.md", "docs/*.md", "examples/**/*.md", "judges/**/*.md", "anchors/**/*.md", "scenes/**/*.*", DOCUMENTS):
        for path in sorted(glob.glob(pattern, recursive=True)):
            if path == "docs/immunity.md" or "adversarial" in path:
                continue
            with open(path, encoding="utf-8") as f:
                text = f.read()
                if pattern == DOCUMENTS:
                    text = QUOTED.sub(" ", text)
                for part in re.split(r"\n\s*\n|(?<=[.!?])\s+|(?<=[。！？；])|\n(?=\s*[-*|#\d])", text):
                    if part := " ".join(re.sub(r"[*`#>|]+", " ", part).split()):
                        yield part


def main(out):
    with open(f"{out}/attacks-own.jsonl", "w", encoding="utf-8") as f:
        for attack in attacks():
            f.write(json.dumps(attack, ensure_ascii=False) + "\n")
    with open(f"{out}/honest-own.txt", "w", encoding="utf-8") as f:
        for text in honest():
            f.write(text.replace("\n", " ") + "\n")
        for part in parts():
            f.write((part + "\n") * OFTEN)


if __name__ == "__main__":
    main(*sys.argv[1:])
