// Keeps the rules of docs/STYLE.md over every file that git tracks or would track.
// Each rule is a test of the tree, and its examples are a test of the rule.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createVirtualFileSystem } from "typescript/unstable/fs";
import { directionRules } from "./tidy/directionRules.ts";
import { docRules } from "./tidy/docRules.ts";
import { findOutsideKeys } from "./tidy/outsideKeys.ts";
import { placeRules } from "./tidy/placeRules.ts";
import type { Rule } from "./tidy/rule.ts";
import { buildTrees, readTexts, type Tree } from "./tidy/tree.ts";

const rules: readonly Rule[] = [...directionRules, ...placeRules, ...docRules];

const root = join(import.meta.dirname, "..");
const examples = rules.flatMap((rule) => rule.examples);
const [tree, ...exampleTrees] = buildTrees([readTexts(root), ...examples.map((one) => one.files)]);

function listFaults(rule: Rule, of: Tree | undefined): string[] {
  assert.ok(of !== undefined, "the tree was read");
  return rule.find(of).map((fault) => `${fault.path}:${fault.line} ${fault.text}`);
}

for (const rule of rules) {
  test(rule.name, () => {
    const faults = listFaults(rule, tree);
    assert.ok(faults.length === 0, `${rule.name}\n${faults.join("\n")}`);
  });

  test(`violations are reported: ${rule.name}`, () => {
    const faultCounts = rule.examples.map((example) => example.at.length);
    assert.ok(Math.max(...faultCounts) > 0, "the rule has an example of a breach");
    assert.ok(Math.min(...faultCounts) === 0, "the rule has an example of a near miss");
    for (const example of rule.examples) {
      const faults = listFaults(rule, exampleTrees[examples.indexOf(example)]);
      const places = faults.map((fault) => fault.split(" ")[0]);
      assert.deepEqual(places.sort(), [...example.at].sort(), faults.join("\n"));
    }
  });
}

/** The nouns of src, the folders of its files, that have more lines than `budget` allows. */
function listOverBudget(of: Tree, budget: ReadonlyMap<string, number>): string[] {
  const lines = new Map<string, number>();
  for (const [path, file] of of) {
    const [, noun = "main"] = /^src\/([^/]+)\//.exec(path) ?? [];
    if (!/^src\/.*\.ts$/.test(path)) continue;
    lines.set(noun, (lines.get(noun) ?? 0) + file.lines.length);
  }
  return [...lines]
    .filter(([noun, count]) => count > (budget.get(noun) ?? 0))
    .map(([noun, count]) => `src/${noun} has ${count} lines; budget.json: ${budget.get(noun)}`);
}

test("no noun has more lines than budget.json allows", () => {
  const text = readFileSync(join(root, "budget.json"), "utf8");
  const budget = new Map<string, number>(Object.entries(JSON.parse(text)));
  const folders = new Set(readdirSync(join(root, "src")));
  const gone = [...budget.keys()].filter((noun) => noun !== "main" && !folders.has(noun));
  assert.deepEqual([listOverBudget(tree ?? assert.fail(), budget), gone], [[], []]);
});

test("lines above the budget, and folders without one, are reported", () => {
  const files = { "src/a/x.ts": "1;\n2;\n", "src/a/y.ts": "3;\n", "src/b/z.ts": "4;\n" };
  const [example = assert.fail()] = buildTrees([files]);
  assert.deepEqual(listOverBudget(example, new Map(Object.entries({ a: 3, b: 1 }))), []);
  const over = listOverBudget(example, new Map([["a", 2]]));
  assert.deepEqual(over, [
    "src/a has 3 lines; budget.json: 2",
    "src/b has 1 lines; budget.json: undefined",
  ]);
});

test("no object is read or written by a text that can be any; such tables are Maps", () => {
  assert.deepEqual(findOutsideKeys(root, /^(src|sdk\/src)\//), []);
});

test("keys that can be any text are found by their type", () => {
  const files = {
    "/src/a.ts": `
      declare const table: Record<string, number>; declare const text: string;
      declare const name: "a" | "b"; declare const known: { a: number; b: number };
      declare const list: string[]; declare const place: number; declare const map: Map<string, number>;
      table[text];
      table[text] = 1;
      known[text as "a"];
      text in known;
      table[\`x\${text}\`];
      known[name]; table["a"]; known.a; list[place]; map.get(text); Object.hasOwn(known, text); "a" in known;
    `,
    "/tsconfig.json": JSON.stringify({ compilerOptions: { lib: ["esnext"], types: [] } }),
  };
  const found = findOutsideKeys("/", /^src\//, createVirtualFileSystem(files));
  assert.deepEqual(
    found.map((place) => place.split(" ")[0]),
    [5, 6, 7, 8, 9].map((line) => `src/a.ts:${line}`),
  );
});
