#!/usr/bin/env python3
"""One word for one thing, in both languages? `python3 tools/glossary.py`

docs/GLOSSARY.md: the rows of each table are sorted, unique and complete. Its first table names the words that players
read in English and Spanish, and the words that are not used instead. Some text says the word in English and in Spanish
says what stands beside it; no Spanish text (words/*es.json, *.es.md) and no English one (words/*en.json) uses what the
row rules out. A Spanish infinitive, reflexive or not, stands for all forms of the verb, also as the first word of
several (decir el color); anything else for itself and its plural. What the second table names in Spanish is said
somewhere, and is what the first has for the same word.
Every PAGE.es.md has the headings, commands, examples, table rows and code words of its English twin, and a link to
and from it."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GLOSSARY = ROOT / "docs/GLOSSARY.md"
TEXTS = {"en": ("words/en.json", "words/*.en.json"), "es": ("words/es.json", "words/*.es.json")}
PAGES = ("*.es.md", "docs/*.es.md")
NONE = "–"

ACCENTS = str.maketrans("áéíóúü", "aeiouu")
PRONOUNS = "(?:me|te|se|nos)"
CLITICS = "(?:%s?(?:lo|la|los|las|le|les)?)" % PRONOUNS
FIRST = ("o as a an amos e es en emos aste aron aba abas aban are aras ara aran aria arias arian ando ado ada ados "
         "adas ar").split()
OTHERS = ("o es e en emos imos i iste io ieron eron ia ias ian ere eras era eran eria erian ire iras ira iran iria "
          "irian a as an amos iendo ido ida idos idas er ir").split()
# Where an ending in e or i changes how the stem is written: toque, llegue, lance.
SPELLED = {"c": "(?:c|qu)", "g": "(?:g|gu|j)", "z": "(?:z|c)"}
# Stems that change in other ways (o→ue, e→i …), and forms that follow no rule.
STEMS = {"colar": ["cuel"], "decir": ["dig", "dic", "dij"], "elegir": ["elij", "elig"], "mostrar": ["muestr"],
         "pedir": ["pid"],
         "poner": ["pong", "pus"], "revolver": ["revuelv"], "volver": ["vuelv"]}
ODD = {"dar": ["doy", "di", "dio", "diste", "dieron"], "decir": ["di", "dicho"], "poner": ["pon", "puesto"],
       "revolver": ["revuelto"], "volver": ["vuelto"]}
# Nouns that are written like a form of a verb.
NOUNS = ["lugar", "nombre", "nombres", "taller"]


def plain(text):
    return text.lower().translate(ACCENTS)


def verb_forms(verb):
    """A pattern for the forms of a verb, of a reflexive one only those with a pronoun."""
    infinitive = verb.removesuffix("se")
    stem, endings = infinitive[:-2], FIRST if infinitive.endswith("ar") else OTHERS
    stems = [re.escape(stem[:-1]) + SPELLED.get(stem[-1], re.escape(stem[-1]))] + STEMS.get(infinitive, [])
    regular = "(?:%s)(?:%s)" % ("|".join(stems), "|".join(endings))
    finite = "(?!(?:%s)\\b)(?:%s)" % ("|".join(NOUNS), "|".join([regular] + ODD.get(infinitive, [])))
    if verb == infinitive:
        return finite + CLITICS
    return "(?:%s %s|%s%s)" % (PRONOUNS, finite, finite, PRONOUNS)


def forms(entry):
    """A pattern for the entry's forms, in text without accents."""
    first, *others = plain(entry).split()
    plurals = [re.escape(word) + "(?:s|es)?" for word in others]
    verb = first not in NOUNS and re.fullmatch(r"\w+[aei]r(?:se)?", first)
    return r"\b%s\b" % " ".join([verb_forms(first) if verb else re.escape(first) + "(?:s|es)?"] + plurals)


def english_forms(entry):
    return r"\b%s(?:s|es|ed|d|ing)?\b" % re.escape(plain(entry))


def tables(text):
    """The tables of a page: lists of (line, cells), without their heads."""
    found, rows = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            rows = None
        elif rows is None:
            rows = []
            found.append(rows)
        elif not re.fullmatch(r"[|\s:-]+", line):
            rows.append((number, [cell.strip() for cell in line.strip("|").split("|")]))
    return found


def sorted_rows(rows, width):
    before = None
    for number, cells in rows:
        place = "docs/GLOSSARY.md:%d: " % number
        if len(cells) != width or not all(cells):
            yield place + "expected %d cells that are not empty" % width
            continue
        if before is not None and plain(cells[0]) == plain(before):
            yield place + "%s is there twice" % cells[0]
        elif before is not None and plain(cells[0]) < plain(before):
            yield place + "%s belongs before %s" % (cells[0], before)
        before = cells[0]


def spoken(language):
    """(place, text) of everything that players read in a language."""
    for pattern in TEXTS[language]:
        for path in sorted(ROOT.glob(pattern)):
            for key, text in json.loads(path.read_text(encoding="utf-8")).items():
                yield "%s: %s" % (path.relative_to(ROOT), key), text


def key_of(place):
    return place.split(": ")[1]


def spanish_pages():
    for pattern in PAGES:
        yield from sorted(ROOT.glob(pattern))


def prose(path):
    """(place, line) of a page without its code and links."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("    "):
            yield "%s:%d" % (path.relative_to(ROOT), number), re.sub(r"`+[^`]*`+|\]\([^)]*\)", " ", line)


def ruled_out(others, spell, texts, word):
    for other in [] if others == NONE else others.split(", "):
        pattern = re.compile(spell(other))
        for where, text in texts:
            found = pattern.search(text)
            if found:
                yield "%s: says %s; the word is %s" % (where, found.group(), word)


def check_words(words):
    """Of the first table: is each word used, and none of those that are not to be used?"""
    texts = {language: [(place, plain(text)) for place, text in spoken(language)] for language in TEXTS}
    english_of = {key_of(place): text for place, text in texts["en"]}
    pairs = [(english_of.get(key_of(place), ""), text) for place, text in texts["es"]]
    pages = [(place, plain(text)) for page in spanish_pages() for place, text in prose(page)]
    for number, (english, spanish, not_spanish, not_english) in words:
        place = "docs/GLOSSARY.md:%d: " % number
        said = [other for one, other in pairs if re.search(english_forms(english), one)]
        if not said:
            yield place + "no English text says %s" % english
        for word in spanish.split(", ") if said else []:
            if not any(re.search(forms(word), text) for text in said):
                yield place + "no text says %s in English and %s in Spanish" % (english, word)
        yield from ruled_out(not_spanish, forms, texts["es"] + pages, spanish)
        yield from ruled_out(not_english, english_forms, texts["en"], english)


def check_meanings(rows, words):
    """Of the second table: does the Spanish that it names occur, and is it that of the first?"""
    read = plain("\n".join([text for _, text in spoken("es")] +
                           [line for page in spanish_pages() for _, line in prose(page)]))
    first = {plain(english): spanish for _, (english, spanish, _, _) in words}
    for number, (word, spanish, _) in rows:
        other = first.get(plain(word), NONE)
        if NONE not in (other, spanish) and other != spanish:
            yield "docs/GLOSSARY.md:%d: %s is %s here and %s above" % (number, word, spanish, other)
        for one in [] if spanish == NONE else spanish.split(", "):
            if not re.search(forms(one), read):
                yield "docs/GLOSSARY.md:%d: no Spanish text says %s (%s)" % (number, one, word)


def same(code):
    """Code as it is the same in every language: places such as FOLDER and the chosen language do not count."""
    code = re.sub(r"--lang e[sn]\b", "--lang", code)
    return re.sub(r"[A-ZÁÉÍÓÚÑ][A-ZÁÉÍÓÚÑ-]{2,}", "…", code)


def numbered(what, sizes):
    return ["%s %d of size %d" % (what, number, size) for number, size in enumerate(sizes, 1)]


def shape(text):
    """What must be the same in both languages, as lists by name."""
    blocks, session = [], False
    for line in text.splitlines():
        if not line.startswith("    "):
            session = session and not line
            continue
        command = line.startswith("    $ ")
        session = session or command
        if command or not session:  # documents_test.py compares what is shown
            blocks.append(same(re.sub(r"\s+#.*|\s{2,}.*", "", line[4:])))
    rest = re.sub(r"^    .*", "", text, flags=re.M)
    return {"headings": numbered("heading", (len(marks) for marks in re.findall(r"^(#+) ", rest, re.M))),
            "tables": numbered("table", (len(rows) for rows in tables(rest))),
            "lists": ["%d list items" % len(re.findall(r"^ *(?:-|\d\.) ", rest, re.M))],
            "examples": ["`%s`" % line for line in blocks],
            "code": sorted({"`%s`" % same(code) for code in re.findall(r"`([^`\n]+)`", rest)})}


def check_twins():
    for page in spanish_pages():
        twin = page.with_name(page.name.replace(".es.md", ".md"))
        name = page.relative_to(ROOT)
        if not twin.exists():
            yield "%s: there is no %s" % (name, twin.name)
            continue
        here, there = page.read_text(encoding="utf-8"), twin.read_text(encoding="utf-8")
        for text, other, where in ((here, twin, name), (there, page, twin.relative_to(ROOT))):
            if "](%s)" % other.name not in text:
                yield "%s: no link to %s" % (where, other.name)
        ours, theirs = shape(here), shape(there)
        for what, one in ours.items():
            two = theirs[what]
            for lacks, has, where in ((one, two, name), (two, one, twin.relative_to(ROOT))):
                yield from ("%s: lacks %s" % (where, more) for more in has if more not in lacks)
            if one != two and set(one) == set(two):
                yield "%s: its %s are not in the order of %s" % (name, what, twin.name)


def main():
    found = tables(GLOSSARY.read_text(encoding="utf-8"))
    if len(found) != 2:
        print("docs/GLOSSARY.md: expected two tables")
        return 1
    words, meanings = found
    faults = list(sorted_rows(words, 4)) + list(sorted_rows(meanings, 3))
    if not faults:  # otherwise the tables cannot be read
        faults = list(check_words(words)) + list(check_meanings(meanings, words))
    faults += check_twins()
    for fault in faults:
        print(fault)
    print("%d words of players, %d meanings, %d Spanish pages: %s" % (
        len(words), len(meanings), len(list(spanish_pages())), "%d faults" % len(faults) if faults else "as they say"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
