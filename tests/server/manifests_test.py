#!/usr/bin/env python3
"""Are compose.yaml and kubernetes.yaml of packaging/nodes what their readers expect?
manifests_test.py COMODIN [--compose SCHEMA] [--kubernetes FOLDER]

Always: every name that one part of them uses is there in another one, and the commands have only options and settings
that the program has. With SCHEMA, that of the Compose specification, and FOLDER, those of Kubernetes by version: each
document satisfies them, and one with a wrong field would not. Prints a line for each failure, and `N passed, N
failed`."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import yaml
from jsonschema import Draft202012Validator, RefResolver
from jsonschema.exceptions import best_match

ROOT = pathlib.Path(__file__).resolve().parents[2]
NODES = ROOT / "packaging/nodes"
VERSIONS_MIN = 8  # of Kubernetes, the newest of those that FOLDER has
RESULTS = {True: 0, False: 0}


def check(good, what):
    RESULTS[bool(good)] += 1
    if not good:
        print("FAILED: " + what)


def options_of(comodin):
    answer = subprocess.run([comodin, "serve", "--help"], capture_output=True, text=True, check=True)
    return set(re.findall(r"^ +--([a-z-]+)", answer.stdout, re.M))


def check_command(words, options, where):
    check(words[0] == "serve", "%s: the command is %s" % (where, words[0]))
    for word in words[1:]:
        name = word.removeprefix("--").partition("=")[0]
        check(word.startswith("--") and name in options, "%s: there is no %s" % (where, word))


def check_settings(text, options, where):
    for name in re.findall(r"^([a-z-]+) *=", text, re.M):
        check(name in options, "%s: there is no setting %s" % (where, name))


# ---- Compose ----------------------------------------------------------------------------------------------


def plain(value):
    """As Compose sees it when all variables are set."""
    return json.loads(re.sub(r"\$\{(\w+)[^}]*\}", r"\1", json.dumps(value)))


def compose(options, schema):
    document = plain(yaml.safe_load((NODES / "compose.yaml").read_text(encoding="utf-8")))
    addresses = []
    for name, service in document["services"].items():
        where = "compose.yaml: " + name
        for other in service.get("depends_on", []):
            check(other in document["services"], "%s depends on %s" % (where, other))
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            there = source in document["volumes"] or source == "./play.example.pem" or (NODES / source).is_file()
            check(there, "%s: there is no %s" % (where, source))
        for network, its in service["networks"].items():
            check(network in document["networks"], "%s: there is no network %s" % (where, network))
            addresses.append(its["ipv4_address"])
        if "build" in service:
            context = NODES / service["build"]["context"]
            check((context / service["build"]["dockerfile"]).is_file(), where + ": there is no such Containerfile")
            check_command(service["command"], options, where)
            said = dict(word.removeprefix("--").split("=") for word in service["command"][1:])
            check("node-" + said["node"] == name, "%s is called %s" % (where, said["node"]))
            check(said["address"] == addresses[-1] + ":8080", "%s: its address is another one" % where)
            proxied = "server %s %s " % (said["node"], said["address"])
            for file in ("haproxy.cfg", "nginx.conf"):
                text = (NODES / file).read_text(encoding="utf-8")
                check(said["address"] in text and (proxied in text or "comodin-" + said["node"] in text),
                      "%s does not know %s" % (file, name))
            check(document["services"]["proxy"]["networks"]["comodin"]["ipv4_address"] == said["proxy"],
                  "%s does not believe the proxy" % where)
    check(len(addresses) == len(set(addresses)), "compose.yaml: an address stands twice")
    if schema:
        rules = json.loads(schema.read_text(encoding="utf-8"))
        validator = Draft202012Validator(rules)
        validate(validator, document, "compose.yaml")
        document["services"]["proxy"]["portz"] = []
        check(not validator.is_valid(document), "the schema of Compose takes anything")


# ---- Kubernetes -------------------------------------------------------------------------------------------


def validate(validator, document, where):
    wrong = best_match(validator.iter_errors(document))
    check(wrong is None, wrong and "%s: %s: %s" % (where, "/".join(map(str, wrong.absolute_path)), wrong.message))


def kubernetes(options, schemas):
    documents = list(yaml.safe_load_all((NODES / "kubernetes.yaml").read_text(encoding="utf-8")))
    kinds = {}
    for document in documents:
        kinds.setdefault(document["kind"], []).append(document)
    agree(kinds, options)
    if not schemas:
        return
    versions = sorted(schemas.glob("v*-local-strict"), key=lambda path: [int(n) for n in re.findall(r"\d+", path.name)])
    check(len(versions) >= VERSIONS_MIN, "there are schemas of %d versions" % len(versions))
    for version in versions[-VERSIONS_MIN:]:
        definitions = json.loads((version / "_definitions.json").read_text(encoding="utf-8"))
        for document in documents:
            api = re.sub(r"^([^./]*)(\.[^/]*)?/", r"\1-", document["apiVersion"])
            path = version / ("%s-%s.json" % (document["kind"].lower(), api))
            where = "%s of kubernetes.yaml, %s" % (document["kind"], version.name)
            if not path.is_file():
                check(False, where + ": there is no such kind")
                continue
            rules = json.loads(path.read_text(encoding="utf-8"))
            resolver = RefResolver(rules.get("$id", ""), rules, store={definitions["$id"]: definitions})
            validator = Draft202012Validator(rules, resolver=resolver)
            validate(validator, document, where)
            check(not validator.is_valid({**document, "speck": {}}), where + ": the schema takes anything")


def agree(kinds, options):
    """What the parts say of each other."""
    (several,), (settings,) = kinds["StatefulSet"], kinds["ConfigMap"]
    pod = several["spec"]["template"]
    labels, (container,) = pod["metadata"]["labels"].items(), pod["spec"]["containers"]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    services = {one["metadata"]["name"]: one["spec"] for one in kinds["Service"]}
    (budget,), (policy,), (ingress,) = kinds["PodDisruptionBudget"], kinds["NetworkPolicy"], kinds["Ingress"]
    selectors = [several["spec"]["selector"]["matchLabels"], budget["spec"]["selector"]["matchLabels"],
                 policy["spec"]["podSelector"]["matchLabels"], *(one["selector"] for one in services.values())]
    for selector in selectors:
        check(selector.items() <= labels, "nothing has the labels %s" % selector)
    check(services[several["spec"]["serviceName"]]["clusterIP"] == "None", "the pods' service is not headless")
    for one in services.values():
        check(all(port["targetPort"] in ports for port in one["ports"]), "a service asks at a port that there is not")
    for rule in ingress["spec"]["rules"]:
        check(rule["host"] in ingress["spec"]["tls"][0]["hosts"], "no certificate for " + rule["host"])
        for path in rule["http"]["paths"]:
            there = path["backend"]["service"]
            names = [port["name"] for port in services[there["name"]]["ports"]]
            check(there["port"]["name"] in names, "the ingress asks at a port that there is not")
    check_command(container["args"], options, "kubernetes.yaml")
    check_settings(settings["data"]["comodin.conf"], options, "kubernetes.yaml")
    known = {variable["name"] for variable in container["env"]}
    check(set(re.findall(r"\$\((\w+)\)", " ".join(container["args"]))) <= known, "a variable that there is not")
    volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
    check({mount["name"] for mount in container["volumeMounts"]} == volumes, "volumes that are not there")
    port = re.search(r"^port = (\d+)$", settings["data"]["comodin.conf"], re.M)[1]
    check(ports["http"] == int(port), "the port is another one")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("comodin")
    parser.add_argument("--compose", type=pathlib.Path)
    parser.add_argument("--kubernetes", type=pathlib.Path)
    arguments = parser.parse_args()
    options = options_of(arguments.comodin)
    compose(options, arguments.compose)
    kubernetes(options, arguments.kubernetes and arguments.kubernetes.resolve())
    for what in ("compose", "kubernetes"):
        if not getattr(arguments, what):
            print("no schemas for %s.yaml: it is not held against them" % what)
    print("%d passed, %d failed" % (RESULTS[True], RESULTS[False]))
    return 1 if RESULTS[False] else 0


if __name__ == "__main__":
    sys.exit(main())
