"""Writes background.txt, sentences of the documentation in unpacked Debian packages, and
honest-collected.txt, sentences of news, editorials, reviews and dialogues. Usage: background.py
PACKAGES OUT"""

import gettext
import gzip
import html
import os
import re
import sys
import zlib

HAN = re.compile("[\u4e00-\u9fff]")
MESSAGES = re.compile("/wesnoth/.*/(de|es|fr|ja|ko|pt_BR|ru)/")  # the dialogues of a game
OTHER = 10_000  # sentences of documentation, about, of other languages than English and Chinese, and lines of programs
JOINING = {  # words by which a language is known
    "de": "der die das und nicht ist mit ein eine zu werden sie den von für auf",
    "es": "el la los las que una para con por del se este esta como puede",
    "fr": "le les des est une pour que dans avec sur ce cette vous ne pas",
    "pt": "o os uma para com não que por do da em se este como você",
    "ru": "и в не на что с для как это или по из к от",
}
JOINING = {language: set(words.split()) for language, words in JOINING.items()}


def language(sentence):
    """The language of a sentence; None: no language that is asked for."""
    if re.search("[\u3040-\u30ff]", sentence):
        return "ja"
    if len(re.findall("[\uac00-\ud7a3]", sentence)) >= 4:
        return "ko"
    if len(HAN.findall(sentence)) >= 4:
        return "zh"
    words = re.findall(r"[^\W\d_]{1,}", sentence.lower())
    if len(words) < 4:
        return None
    known = {code: sum(w in joining for w in words) for code, joining in JOINING.items()}
    best = max(known, key=known.get)
    if known[best] >= 3:
        return best
    return "en" if sentence.isascii() else None


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


def markdown(text):
    """Sentences, items and lines of a Markdown file or a program, without its marks."""
    for part in re.split(r"\n\s*\n|(?<=[.!?;])\s+|\n(?=\s*(?:[-*|#}]|\d+\.))", text):
        part = " ".join(re.sub(r"[*`#>|]+", " ", part).split())
        if len(part) <= 400 and len(re.findall(r"[^\W\d_]", part)) >= 3:
            yield part


def messages(path):
    with open(path, "rb") as f:
        found = gettext.GNUTranslations(f)._catalog.values()
    return "\n\n".join(re.sub(r"<[^>]*>|\^\S+", " ", s) for s in found if len(s) >= 30)


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
    found = {"background": {}, "honest-collected": {}}
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
            elif "/games/fortunes" in folder and "." not in name:
                text = read(path)
            elif name.endswith(".mo") and MESSAGES.search(folder):
                kind = "honest-collected"
                text = messages(path)
            elif name.endswith("_GroundTruth.txt"):  # number, mood, sentence
                kind = "honest-collected"
                text = "\n\n".join(line.split("\t")[-1] for line in read(path).splitlines())
            elif folder.endswith("sentiment") and name in ("neg.txt", "pos.txt"):
                kind = "honest-collected"
                text = read(path).replace("\n", "\n\n")
            elif folder.endswith("tag") and name == "199801.txt":  # words with their parts of speech
                kind = "honest-collected"
                text = re.sub(r"/\w+|[ \[\]]+", "", read(path)).replace("\n", "\n\n")
            elif re.search(r"\.md(\.gz)?$", name):
                found[kind].setdefault("markdown", set()).update(markdown(read(path)))
                continue
            elif re.search(r"\.(go|js)$", name):
                found[kind].setdefault("program", set()).update(markdown(read(path)))
                continue
            else:
                continue
            for s in sentences(text):
                if code := language(s):
                    found[kind].setdefault(code, set()).add(s)
    for kind, languages in found.items():
        with open(os.path.join(out, kind + ".txt"), "w", encoding="utf-8") as f:
            for code, lines in sorted(languages.items()):
                one_of = 1 if code in ("en", "zh", "markdown") or kind != "background" else max(1, len(lines) // OTHER)
                lines = [s for s in sorted(lines) if zlib.crc32(s.encode()) % one_of == 0]
                f.writelines(line + "\n" for line in lines)
                print(kind, code, len(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
