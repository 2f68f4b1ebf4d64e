"""Writes background-en.txt and -zh.txt, sentences of the documentation in unpacked Debian
packages, and honest-collected-en.txt and -zh.txt, sentences of news, editorials and
reviews. Usage: background.py PACKAGES OUT"""

import gzip
import html
import os
import re
import sys

HAN = re.compile("[\u4e00-\u9fff]")


def plain(page):
    page = re.sub(r"(?is)<(script|style|pre)\b.*?</\1>", " ", page)
    page = re.sub(r"(?i)</?(p|div|li|td|th|tr|h\d|title|dt|dd|item|section|note)\b[^>]*>", "\n\n", page)
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def manual(page):
    page = re.sub(r"(?m)^\.\S*.*$", "\n\n", page)
    return re.sub(r"\\f.", "", page).replace("\\", "")


def sentences(text):
    for part in re.split(r"\n\s*\n|\n%\n|(?<=[.!?])\s+|(?<=[。！？；])", text):
        part = " ".join(part.split())
        if 8 <= len(part) <= 400:
            yield part


def read(path):
    try:
        if path.endswith(".gz"):
            with gzip.open(path, "rt", encoding="utf-8") as f:
                return f.read()
        with open(path, encoding="utf-8") as f:
            return f.read()
    except (UnicodeDecodeError, OSError):
        return ""


def main(packages, out):
    found = {(kind, language): set() for kind in ("background", "honest-collected") for language in ("en", "zh")}
    for folder, _, names in os.walk(packages):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            kind = "background"
            if re.search(r"\.(html|htm|page)(\.gz)?$", name):
                text = plain(read(path))
            elif "/zh_CN/man" in folder:
                text = manual(read(path))
            elif folder.endswith("games/fortunes") and "." not in name:
                text = read(path)
            elif name.endswith("_GroundTruth.txt"):  # number, mood, sentence
                kind = "honest-collected"
                text = "\n\n".join(line.split("\t")[-1] for line in read(path).splitlines())
            elif folder.endswith("sentiment") and name in ("neg.txt", "pos.txt"):
                kind = "honest-collected"
                text = read(path).replace("\n", "\n\n")
            elif folder.endswith("tag") and name == "199801.txt":  # words with their parts of speech
                kind = "honest-collected"
                text = re.sub(r"/\w+|[ \[\]]+", "", read(path)).replace("\n", "\n\n")
            else:
                continue
            for s in sentences(text):
                if len(HAN.findall(s)) >= 4:
                    if not re.search("[\u3040-\u30ff\uac00-\ud7a3]", s):
                        found[kind, "zh"].add(s)
                elif len(re.findall("[a-zA-Z]{2,}", s)) >= 4 and s.isascii():
                    found[kind, "en"].add(s)
    for (kind, language), lines in found.items():
        lines = sorted(lines)
        with open(os.path.join(out, f"{kind}-{language}.txt"), "w", encoding="utf-8") as f:
            f.writelines(line + "\n" for line in lines)
        print(kind, language, len(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
