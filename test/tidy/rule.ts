// A rule of the project, with its own examples, so that no rule can exist that never fails: the
// test runs it on them and compares the reported places.
import type { Tree, TreeFile } from "./tree.ts";

/** One place that breaks a rule. */
export type Fault = { readonly path: string; readonly line: number; readonly text: string };

/** A small tree and the places in it, as `path:line`, that the rule must report and no others. */
type Example = {
  readonly files: Readonly<Record<string, string>>;
  readonly at: readonly string[];
};

/** A guarantee about the tree, how breaches are found, and examples of breaches and near misses. */
export type Rule = {
  readonly name: string;
  readonly find: (tree: Tree) => readonly Fault[];
  readonly examples: readonly Example[];
};

/** The fault at a character position of a file. */
export function faultAt(file: TreeFile, position: number, text: string): Fault {
  return { path: file.path, line: file.text.slice(0, position).split("\n").length, text };
}

/** Faults of every file of the tree whose path matches `where`. */
export function inEach(
  tree: Tree,
  where: RegExp,
  find: (file: TreeFile) => readonly Fault[],
): readonly Fault[] {
  return [...tree.values()].filter((file) => where.test(file.path)).flatMap(find);
}
