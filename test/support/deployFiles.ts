// The files of deploy/, as tests read them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

export const root = join(import.meta.dirname, "../..");

export const deployPath = (name: string): string => join(root, "deploy", name);

export const readDeploy = (name: string): string => readFileSync(deployPath(name), "utf8");

/** The documents of a YAML file. Duplicate keys and other faults of the syntax throw. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
export function readYaml(name: string): any[] {
  return parseAllDocuments(readDeploy(name), { merge: true }).map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings], [], name);
    return document.toJS();
  });
}

/** Replaces what occurs exactly once. */
export function replaceOnce(text: string, old: string, replacement: string): string {
  const parts = text.split(old);
  assert.equal(parts.length, 2, `"${old}" occurs ${parts.length - 1} times`);
  return parts.join(replacement);
}

export type Instruction = { readonly keyword: string; readonly value: string };

/** The instructions of each stage of the Dockerfile, with continued lines joined. */
export function readStages(): Instruction[][] {
  const lines = readDeploy("Dockerfile")
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replaceAll(/ *\\\n */g, " ")
    .split("\n");
  const instructions = lines.map((line): Instruction => {
    const [, keyword = "", value = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    assert.notEqual(keyword, "", `not an instruction: ${line}`);
    return { keyword, value };
  });
  const starts = instructions.flatMap(({ keyword }, at) => (keyword === "FROM" ? [at] : []));
  return starts.map((start, n) => instructions.slice(start, starts[n + 1]));
}

export function valuesOf(stage: readonly Instruction[], keyword: string): string[] {
  return stage.filter((one) => one.keyword === keyword).map(({ value }) => value);
}

/** Reads a line `NAME=value` per setting. */
export function readAssignments(text: string): Record<string, string> {
  const lines = text.matchAll(/^([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

/** The environment that the image sets. */
export function readImageSettings(): Record<string, string> {
  const settings = valuesOf(readStages().at(-1) ?? [], "ENV").join(" ");
  return readAssignments(settings.replaceAll(" ", "\n"));
}
