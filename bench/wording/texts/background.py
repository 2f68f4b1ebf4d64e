"""Writes background-en.txt and background-zh.txt: sentences of the documentation in unpacked
Debian packages. Usage: background.py PACKAGES OUT"""

import gzip
import html
import os
import random
import re
import sys

MOST = 150000  # sentences of a language
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
    found = {"en": set(), "zh": set()}
    for folder, _, names in os.walk(packages):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            if re.search(r"\.(html|htm|page)(\.gz)?$", name):
                text = plain(read(path))
            elif "/zh_CN/man" in folder:
                text = manual(read(path))
            elif folder.endswith("games/fortunes") and "." not in name:
                text = read(path)
            else:
                continue
            for s in sentences(text):
                if len(HAN.findall(s)) >= 4:
                    if not re.search("[\u3040-\u30ff\uac00-\ud7a3]", s):
                        found["zh"].add(s)
                elif len(re.findall("[a-zA-Z]{2,}", s)) >= 4 and s.isascii():
                    found["en"].add(s)
    for language, lines in found.items():
        lines = sorted(lines)
        random.Random(1).shuffle(lines)
        with open(os.path.join(out, f"background-{language}.txt"), "w", encoding="utf-8") as f:
            f.writelines(line + "\n" for line in lines[:MOST])
        print(language, min(MOST, len(lines)), "of", len(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
