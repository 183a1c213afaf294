// The files that the rules check: those that git tracks or would track, with their code parsed.
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Code, parseCode } from "./code.ts";

/** A text file. A binary file is listed with an empty text. */
export type TreeFile = {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly code: Code | undefined;
};

/** Files by their path from the root, written with slashes. */
export type Tree = ReadonlyMap<string, TreeFile>;

const notTheProject = new Set(["node_modules", ".git", "data", "coverage", "dist"]);

function walkFiles(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return notTheProject.has(entry.name) ? [] : walkFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function listFiles(root: string): string[] {
  const question = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  let answer = "";
  try {
    answer = execFileSync("git", question, { cwd: root, encoding: "utf8", stdio: "pipe" });
  } catch {
    // An unpacked archive has no repository, and some machines have no git: walk the folder
    // instead.
  }
  const tracked = answer.split("\0").filter((path) => path !== "");
  return tracked.length === 0 ? walkFiles(root) : tracked;
}

/** The texts under `root`, by path. A file that is tracked but deleted is left out. */
export function readTexts(root: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const path of listFiles(root)) {
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    const text = readFileSync(join(root, path), "utf8");
    texts[path] = text.includes("\0") ? "" : text;
  }
  return texts;
}

/** Parses trees of texts, in order, with one run of the parser, which is slow to start. */
export function buildTrees(all: readonly Readonly<Record<string, string>>[]): Tree[] {
  const codes = parseCode(all);
  return all.map(
    (texts, index) =>
      new Map(
        Object.entries(texts).map(([path, text]) => {
          const lines = text.replace(/\n$/, "").split("\n");
          return [path, { path, text, lines, code: codes[index]?.get(path) }];
        }),
      ),
  );
}
