#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes all that the programs of one build say of one run, as files that compare.py holds against those of another build.

usage: collect.py BIN OUT NAME DEPTH [PATH...]

The files go to OUT/NAME: export, info and diagnosis, and the answers of the agents' server, among them the first rows of each
table by SQL. Letters of DEPTH add to them: v the JSON of every verb, w pictures of the workspaces, p pictures of every page.
Without a PATH it is what the programs say of themselves. OUT/program, written before, names the verbs.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PATIENCE = 300  # seconds of one call
ROWS = 200  # of the JSON of a verb: the export has all of them
LOOKS = [(lang, theme) for lang in ("en", "zh_CN") for theme in ("light", "dark")]
# Values of options that choose; a verb that does not know one of them says so. Flags are found in the help.
CHOICES = {
    "by": ("name", "shape", "name-shape", "kernel", "order", "component", "size"),
    "kind": ("communication", "all"),
    "steps": ("sum", "mean"),
    "source": ("file", "derived"),
    "sheet": ("overall", "kernels", "communication", "api", "memory", "peaks"),
    "whole": ("mean", "sum"),
}
NO_VARIANT = {"help", "databases", "text", "force"}
# Verbs that need more than a path, or answer otherwise.
OTHER_VERBS = {"export", "mcp", "query", "recipe", "trace"}


class Collector:
    def __init__(self, bin_folder, out, name, scratch):
        self.bin, self.scratch, self.program = Path(bin_folder).resolve(), scratch, Path(out).resolve() / "program"
        self.out = Path(out).resolve() / name
        # Nothing of the user's own settings, clock and caches.
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "LC_", "QT_", "RANKSCOPE_"))}
        self.env.update(HOME=scratch, XDG_CACHE_HOME=scratch, XDG_CONFIG_HOME=scratch, XDG_RUNTIME_DIR=scratch, TZ="UTC",
                        LC_ALL="C.UTF-8", QT_QPA_PLATFORM="offscreen")

    def plain(self, text):
        """The text without what differs between two calls of the same program, and with each object on a line of its own."""
        for known, word in ((self.out, "<out>"), (self.scratch, "<scratch>"), (self.bin, "<bin>")):
            text = text.replace(str(known), word)
        text = re.sub(r'("version": ?)"[^"]*"', r'\1"<version>"', text)
        text = re.sub(r"\brows-\w{6}\.csv", "rows-<any>.csv", text)  # a temporary file of the agents' server
        text = re.sub(r'"seconds":[-+.e0-9]+,"peak_mb":[-+.e0-9]+', '"seconds":<any>,"peak_mb":<any>', text)
        return text.replace('},{"', '}\n,\n{"').replace('[{"', '[\n{"').replace("}]", "}\n]")

    def write(self, name, text):
        file = self.out / name.replace(" ", "_")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.plain(text), encoding="utf-8", errors="surrogateescape")

    def call(self, program, *arguments):
        """Status, standard output and error output."""
        command = [str(self.bin / program), *map(str, arguments)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, cwd=self.scratch, env=self.env, check=False)
        except subprocess.TimeoutExpired:
            return "no end", "", ""
        if done.returncode < 0:
            print(f"collect.py: crashed by signal {-done.returncode}: {' '.join(command)}", file=sys.stderr)
        return done.returncode, *(b.decode("utf-8", "surrogateescape") for b in (done.stdout, done.stderr))

    def say(self, name, program, *arguments):
        status, out, err = self.call(program, *arguments)
        self.write(name, f"{out}[error output]\n{err}[status {status}]\n")
        return status, out, err

    def itself(self):
        _, text, _ = self.say("help.txt", "rankscope-cli", "--help")
        for verb in re.findall(r"^  (\S+) +\S", text.split("Verbs:")[-1].split("\n\n")[0], re.M):
            self.say(f"help/{verb}.txt", "rankscope-cli", verb, "--help")
        self.say("help/window.txt", "rankscope", "--help")

    def run(self, depth, paths):
        self.paths = paths
        status, text, _ = self.say("info.json", "rankscope-cli", "info", *paths, "--format", "json")
        if status == 2:
            return  # nothing usable in it, as the file now says
        self.ranks = [r["rank"] for r in json.loads(text)["runs"][0]["ranks"]] + ["0"]
        self.export()
        for form in ("json", "csv", "table"):
            self.say(f"diagnose.{form}", "rankscope-cli", "diagnose", *paths, "--format", form)
        self.agents()
        if "v" in depth:
            self.verbs()
        if "w" in depth:
            for lang, theme in LOOKS:
                self.shot(f"workspaces.{lang}.{theme}", "workspaces", lang, theme)
        if "p" in depth:
            self.pages()

    def export(self):
        self.say("export.txt", "rankscope-cli", "export", *self.paths, "--out", self.out / "export")
        for name in ("index.html", "rankscope-export.json"):
            file = self.out / "export" / name
            if file.exists():
                self.write(f"export/{name}", file.read_text(encoding="utf-8", errors="surrogateescape"))

    def verbs(self):
        helps = sorted((self.program / "help").glob("*.txt"))
        if not helps:
            sys.exit(f"collect.py: no verb is known; {self.program} comes first")
        for file in helps:
            verb, text = file.stem, file.read_text(encoding="utf-8", errors="surrogateescape")
            options = dict(re.findall(r"^  (?:-\w, )?--([a-z-]+)( <[^>]*>)?", text, re.M))
            if verb in OTHER_VERBS or verb == "window":
                continue
            given = [*self.paths, "--format", "json", *(["--limit", ROWS] if "limit" in options else [])]
            if "rank" in options:
                given += ["--rank", self.ranks[0]]
            if "other" in options:
                given += ["--base", self.ranks[0], "--other", self.ranks[1]]
            self.say(f"verbs/{verb}.json", "rankscope-cli", verb, *given)
            for option in options:
                for value in CHOICES.get(option, ()) if options[option] else (None,):
                    if option in CHOICES or (value is None and option not in NO_VARIANT):
                        name = f"verbs/{verb}.{option}" + (f"={value}" if value else "") + ".json"
                        self.say(name, "rankscope-cli", verb, *given, f"--{option}", *([value] if value else []))
        _, text, _ = self.call("rankscope-cli", "recipe", "--help")
        for recipe in re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", text.split("under its name:")[-1].split(". ")[0]):
            self.say(f"verbs/recipe.{recipe}.json", "rankscope-cli", "recipe", recipe, *self.paths, "--format", "json")
        self.say("verbs/trace.txt", "rankscope-cli", "trace", *self.paths, "--out", f"{self.scratch}/merged.json")
        if os.path.exists(f"{self.scratch}/merged.json"):
            self.write("verbs/trace.json", Path(self.scratch, "merged.json").read_text(encoding="utf-8", errors="surrogateescape"))

    def agents(self):
        """Every tool with each value of its choices, and the first rows of every table by SQL, of one server."""
        command = [str(self.bin / "rankscope-cli"), "mcp", "--max-bytes", "200000"]
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  cwd=self.scratch, env=self.env)
        guard = threading.Timer(PATIENCE, server.kill)
        guard.start()

        def ask(name, method, /, **params):
            message = {"jsonrpc": "2.0", "id": name, "method": method, "params": params}
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            answer = server.stdout.readline().decode("utf-8", "surrogateescape")
            result = json.loads(answer).get("result", {})
            texts = [part.pop("text", "") for part in result.get("content", [])]
            # The text of an answer has lines of its own.
            self.write(f"agents/{name}.json", "\n".join(texts + [json.dumps(json.loads(answer) if not texts else result)]) + "\n")
            return json.loads(texts[0]) if texts else result

        def tool(name, tool_name, /, **arguments):
            return ask(name, "tools/call", name=tool_name, arguments=arguments)

        try:
            about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "proof", "version": "1"}}
            ask("initialize", "initialize", **about)
            tools = ask("tools", "tools/list")["tools"]
            tool("open", "open", path=self.paths[0])
            for one in tools:
                known, name = one["inputSchema"]["properties"], one["name"]
                if name in ("open", "query"):
                    continue
                given = {"rank": self.ranks[0]} if "rank" in known else {}
                if "other" in known:
                    given = {"base": self.ranks[0], "other": self.ranks[1]}
                    given.update({"other_path": self.paths[1]} if len(self.paths) > 1 else {})
                tool(name, name, **given)
                for key, schema in known.items():
                    for value in schema.get("enum", [True] if schema.get("type") == "boolean" else []):
                        tool(f"{name}.{key}={value}", name, **{**given, key: value})
            for row in tool("schema", "schema").get("rows", []):
                table = ".".join(f'"{part}"' for part in row["table"].split("."))
                tool(f"query.{row['table']}", "query", sql=f"SELECT * FROM {table}", limit=20)
                tool(f"schema.{row['table']}", "schema", table=row["table"])
            server.stdin.close()
            self.write("agents/end.txt", f"status {server.wait()}\n")
        finally:
            guard.cancel()
            server.kill()
            server.wait()

    def shot(self, name, view, lang, theme):
        file = self.out / "pictures" / (name if view == "workspaces" else f"{name}.png")
        file.parent.mkdir(parents=True, exist_ok=True)
        look = ["--lang", lang, "--theme", theme]
        return self.say(f"pictures/{name}.txt", "rankscope", "--shot", file, "--view", view, *look, *self.paths)

    def pages(self):
        def known(view):
            """The names that the program offers instead of one that does not exist."""
            _, _, said = self.call("rankscope", "--shot", f"{self.scratch}/none.png", "--view", view, *self.paths)
            found = re.search(r"there are: (.*)", said)
            return found[1].split(", ") if found else [""]

        for view in known("?"):
            for page in known(f"{view}/?") if view != "workspaces" else ():
                for lang, theme in (LOOKS[0], LOOKS[-1]):
                    self.shot(f"{view}.{page}.{lang}.{theme}", f"{view}/{page}".rstrip("/"), lang, theme)


def main():
    bin_folder, out, name, depth, *paths = sys.argv[1:]
    shutil.rmtree(Path(out) / name, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        collector = Collector(bin_folder, out, name, scratch)
        if paths:
            collector.run(depth, paths)
        else:
            collector.itself()


if __name__ == "__main__":
    main()
