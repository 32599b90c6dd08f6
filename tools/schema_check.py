#!/usr/bin/env python3
"""Are these what the schema says? `/usr/bin/python3 tools/schema_check.py [--own | --some | --none] SCHEMA FILE`

FILE has one JSON object a line. Fails on an object that the schema refuses, on a key that stands twice, and on a
property, a word or an alternative of the schema that no object has: such a schema would promise what never comes.
--own looks for the promises of SCHEMA itself only, not for those of the files it refers to.
--some looks for no promises: the file is a sample that need not have everything.
--none is the other way round: the schema must refuse every line."""
import json
import pathlib
import sys

from jsonschema import Draft202012Validator, RefResolver
from jsonschema.exceptions import best_match

FAULTS_MAX = 5


def alternatives(schema, path):
    """(name, schema) of each: its number, and the words that tell it from the others."""
    for number, part in enumerate(schema.get("oneOf", []), 1):
        fixed = [str(value["const"]) for value in part.get("properties", {}).values() if "const" in value]
        yield "%s|%s" % (path, " ".join([str(number)] + fixed)), part


class Walker:
    """Walks a schema, alone or along an object, and names each promise it comes by."""

    def __init__(self, schema, base):
        self.resolver = RefResolver(base, schema)
        self.schema, self.base = schema, base

    def fits(self, schema, value):
        return Draft202012Validator(schema, resolver=self.resolver).is_valid(value)

    def all(self, schema, path, names):
        """Every promise of the schema."""
        if "$ref" in schema:
            with self.resolver.resolving(schema["$ref"]) as target:
                self.all(target, self.resolver.resolution_scope, names)
        names.update("%s = %s" % (path, json.dumps(word)) for word in schema.get("enum", []))
        for key, part in schema.get("properties", {}).items():
            names.add("%s/%s" % (path, key))
            self.all(part, "%s/%s" % (path, key), names)
        if "items" in schema:
            self.all(schema["items"], path + "[]", names)
        for name, part in alternatives(schema, path):
            names.add(name)
            self.all(part, name, names)

    def met(self, schema, path, value, names):
        """Those that this value keeps; it is known to be valid."""
        if "$ref" in schema:
            with self.resolver.resolving(schema["$ref"]) as target:
                self.met(target, self.resolver.resolution_scope, value, names)
        if "enum" in schema:
            names.add("%s = %s" % (path, json.dumps(value)))
        for key, part in schema.get("properties", {}).items():
            if isinstance(value, dict) and key in value:
                names.add("%s/%s" % (path, key))
                self.met(part, "%s/%s" % (path, key), value[key], names)
        if "items" in schema and isinstance(value, list):
            for item in value:
                self.met(schema["items"], path + "[]", item, names)
        for name, part in alternatives(schema, path):
            if self.fits(part, value):
                names.add(name)
                self.met(part, name, value, names)


def single(pairs):
    """An object, but no key twice."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key twice in %s" % keys)
    return dict(pairs)


def lines_of(path):
    with pathlib.Path(path).open(encoding="utf-8") as lines:
        yield from lines


def refuses_all(validator, file_path):
    """What stands in the file though the schema has nothing against it."""
    accepted = []
    number = 0
    for number, line in enumerate(lines_of(file_path), 1):
        try:
            if validator.is_valid(json.loads(line, object_pairs_hook=single)):
                accepted.append("line %d is accepted: %s" % (number, line[:300].rstrip()))
        except ValueError:
            pass
    print("\n".join(accepted + ["%d refused lines, %d accepted" % (number - len(accepted), len(accepted))]))
    return 1 if accepted else 0


def main(mode, schema_path, file_path):
    path = pathlib.Path(schema_path).resolve()
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    walker = Walker(schema, path.as_uri())
    validator = Draft202012Validator(schema, resolver=walker.resolver)
    if mode == "--none":
        return refuses_all(validator, file_path)
    faults, met, lines = [], set(), 0
    for lines, line in enumerate(lines_of(file_path), 1):
        try:
            value = json.loads(line, object_pairs_hook=single)
        except ValueError as wrong:
            faults.append("line %d: %s" % (lines, wrong))
            continue
        wrong = best_match(validator.iter_errors(value))
        if wrong:
            faults.append("line %d: %s, in %s" % (lines, wrong.message[:300], line[:300]))
        else:
            walker.met(schema, "#", value, met)
        if len(faults) == FAULTS_MAX:
            break
    if not faults and mode != "--some":
        promised = set()
        walker.all(schema, "#", promised)
        if mode == "--own":
            promised = {name for name in promised if name[0] == "#" or name.startswith(path.as_uri())}
        faults = ["no object has %s" % name.rsplit("/schema/")[-1] for name in sorted(promised - met)]
    print("\n".join(faults + ["%s: %d objects, %d faults" % (path.name, lines, len(faults))]))
    return 1 if faults else 0


if __name__ == "__main__":
    args = sys.argv[1:] if sys.argv[1:2] in (["--own"], ["--some"], ["--none"]) else [""] + sys.argv[1:]
    if len(args) != 3:
        sys.exit("usage: schema_check.py [--own | --some | --none] SCHEMA FILE")
    sys.exit(main(*args))
