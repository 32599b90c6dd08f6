#!/usr/bin/env python3
"""Are the clients' texts complete? `python3 tools/words.py`

words/es.json and en.json, with their parts such as learn.es.json, have the same keys with the same {places};
no text is empty; every key is used in code; every key that code asks for is there. A key is used if code has it as a
string, or has a string that
ends in a dot (or in a word and a dot) and begins it, such as "refusal." or "option.".

`fault.CODE` is the text of a fault. Only the literal "CODE"_fault makes a code (engine/fault.hpp), so the codes that
the program can utter are exactly these literals: each must have a text, and each text a literal."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
# Where a string begins: pairing quotes would need to know templates in templates, patterns and prose.
WEB_STRING = re.compile(r"""['"`]([\w.-]+)""")
ASKED = re.compile(r'\bsay_?\(\s*"([a-z_.]*[a-z_])"')
COUNTED = re.compile(r'\bcounted\(\s*"([a-z_.]*[a-z_])"')
FAULT = re.compile(r'"([a-z][a-z0-9_.]*)"_fault\b')
# Who is spoken to, or how many: chosen in code behind the key.
FORMS = (".you", ".me", ".one", ".other")


def catalogue(language, faults):
    words = ROOT / "words"
    pairs = []
    # PART.es.json: loaded by one page of the web client only; all its keys begin with web.PART.
    for path in [words / (language + ".json")] + sorted(words.glob("*." + language + ".json")):
        part = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
        family = "web.%s." % path.name.split(".")[0] if path.name.count(".") > 1 else ""
        faults += ["%s: %s does not begin with %s" % (path.name, name, family) for name, _ in part
                   if not name.startswith(family)]
        faults += ["%s: %s is empty" % (path.name, name) for name, text in part if not text.strip()]
        pairs += part
    names = [name for name, _ in pairs]
    faults += ["%s: %s is there twice" % (language, name) for name in sorted(set(names)) if names.count(name) > 1]
    return dict(pairs)


def code_strings():
    strings, asked = set(), set()
    for path in sorted([*ROOT.glob("clients/**/*.[ch]pp"), *ROOT.glob("words/*.[ch]pp")]):
        text = path.read_text(encoding="utf-8")
        strings.update(STRING.findall(text))
        asked.update(ASKED.findall(text))
        asked.update(key + form for key in COUNTED.findall(text) for form in (".one", ".other"))
    # The compiler sees to it that the web client asks for nothing that is not there.
    for path in sorted(ROOT.glob("clients/web/src/**/*")):
        if path.suffix in (".ts", ".svelte"):
            strings.update(WEB_STRING.findall(path.read_text(encoding="utf-8")))
    return strings, asked


def fault_keys():
    keys = set()
    for path in sorted(ROOT.glob("*/**/*.[ch]pp")):
        if path.relative_to(ROOT).parts[0] not in ("build", "tests"):
            keys.update("fault." + code for code in FAULT.findall(path.read_text(encoding="utf-8")))
    return keys


def base(key):
    for form in FORMS:
        if key.endswith(form):
            return key[:-len(form)]
    return key


def main():
    faults = []
    spanish, english = catalogue("es", faults), catalogue("en", faults)
    for one, other, name in ((spanish, english, "en"), (english, spanish, "es")):
        faults += ["%s.json: %s is missing" % (name, key) for key in one if key not in other]
    places = re.compile(r"\{\d\}")
    for key in sorted(set(spanish) & set(english)):
        if key.startswith("card.") or set(places.findall(spanish[key])) == set(places.findall(english[key])):
            continue
        faults.append("%s: different places in es and en" % key)
    strings, asked = code_strings()
    families = tuple(text for text in strings if re.fullmatch(r"[a-z_]+(\.[a-z_]+)*\.", text))
    made = fault_keys()
    faults += ["%s: code makes this fault, but no catalogue has a text for it" % key for key in sorted(made)
               if key not in spanish]
    faults += ["%s: no code makes this fault" % key for key in sorted(spanish) if key.startswith("fault.") and
               key not in made]
    for key in sorted(spanish):
        if key.startswith("fault."):
            continue
        if key not in strings and base(key) not in strings and not key.startswith(families):
            faults.append("%s: no code uses it" % key)
    faults += ["code asks for %s, which no catalogue has" % key for key in sorted(asked) if key not in spanish]
    for fault in faults:
        print(fault)
    print("%d texts in two languages: %s" % (len(spanish), "%d faults" % len(faults) if faults else "complete"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
