// Keeps the rules of docs/STYLE.md over every file that git tracks or would track.
// Each rule is a test of the tree, and its examples are a test of the rule.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { commentRules } from "./tidy/commentRules.ts";
import { directionRules } from "./tidy/directionRules.ts";
import { docRules } from "./tidy/docRules.ts";
import { nameRules } from "./tidy/nameRules.ts";
import { pageTextRules } from "./tidy/pageTextRules.ts";
import { placeRules } from "./tidy/placeRules.ts";
import type { Rule } from "./tidy/rule.ts";
import { sizeRules } from "./tidy/sizeRules.ts";
import { buildTrees, readTexts, type Tree } from "./tidy/tree.ts";
import { voiceRules } from "./tidy/voiceRules.ts";
import { wordRules } from "./tidy/wordRules.ts";

const rules: readonly Rule[] = [
  ...sizeRules,
  ...directionRules,
  ...placeRules,
  ...nameRules,
  ...commentRules,
  ...voiceRules,
  ...docRules,
  ...pageTextRules,
  ...wordRules,
];

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
