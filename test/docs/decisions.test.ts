// The decision records: each has its parts, what it says keeps it is there, and every decision that
// a comment speaks of has a record. The same check is fed broken records, so that it can fail.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { readTexts } from "../tidy/tree.ts";

type Texts = Readonly<Record<string, string>>;

const texts = readTexts(join(import.meta.dirname, "../.."));
const folder = "docs/decisions/";
const recordName = /^docs\/decisions\/(\d{4})-[^/]+\.md$/;
const records = Object.keys(texts)
  .filter((path) => recordName.test(path))
  .sort();

/** A text on one line, as it is read. */
function flatten(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function complainAboutItem(item: string, tree: Texts): string[] {
  const paths = [...item.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map((match) => match[1] ?? "");
  const tests = paths.filter((path) => path.startsWith("test/"));
  const names = [...item.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
  const missing = paths.filter((path) => tree[path] === undefined).map((path) => `no ${path}`);
  const unknown = names
    .filter((name) => !tests.some((path) => tree[path]?.includes(JSON.stringify(name))))
    .map((name) => `no test "${name}" in ${tests.join(", ")}`);
  const mute = tests.length > 0 && names.length === 0 ? [`${tests.join(", ")} without a test`] : [];
  return [...missing, ...unknown, ...mute];
}

/** What is wrong with a record; nothing where it has its parts and what keeps it is there. */
function listFaults(path: string, text: string, tree: Texts): string[] {
  const number = Number(recordName.exec(path)?.[1]);
  const [body = "", kept = ""] = text.split(/^Kept by:\n/m);
  const items = kept
    .split(/^- /m)
    .slice(1)
    .map((item) => flatten(item));
  const lines = text.trimEnd().split("\n").length;
  const parts: [boolean, string][] = [
    [text.startsWith(`# Decision ${number}: `), `the title should begin "# Decision ${number}: "`],
    [/^Decides: \S/m.test(body), "no Decides:"],
    [/^Reason: \S/m.test(body), "no Reason:"],
    [items.some((item) => item.includes("`test/")), "no test under Kept by:"],
    [items.some((item) => !item.includes("`test/")), "no source file under Kept by:"],
    [lines >= 10 && lines <= 25, `${lines} lines, not 10 to 25`],
  ];
  return [
    ...parts.filter(([isGood]) => !isGood).map(([, complaint]) => complaint),
    ...items.flatMap((item) => complainAboutItem(item, tree)),
  ];
}

test("every record has its parts, and the files and tests it names are there", () => {
  assert.ok(records.length >= 33, `${records.length} records`);
  const faults = records.flatMap((path) =>
    listFaults(path, texts[path] ?? "", texts).map((fault) => `${path}: ${fault}`),
  );
  assert.deepEqual(faults, []);
});

test("a record that names what is not there is reported", () => {
  const tree = { "src/a.ts": "", "test/a.test.ts": 'test("a holds", () => {});' };
  const path = `${folder}0007-a.md`;
  const good = [
    "# Decision 7: a",
    "",
    "Decides: b.",
    "",
    "C.",
    "",
    "Reason: d.",
    "",
    "Kept by:",
    "- `src/a.ts`",
    '- `test/a.test.ts`: "a\n  holds"',
    "",
  ].join("\n");
  assert.deepEqual(listFaults(path, good, tree), []);
  const breaches: [string, string, RegExp][] = [
    ["# Decision 7", "# Decision 8", /title/],
    ["Decides: b.", "B.", /Decides/],
    ["Reason: d.", "D.", /Reason/],
    ["`src/a.ts`", "`src/b.ts`", /no src\/b\.ts/],
    ["- `src/a.ts`\n", "", /no source file/],
    ["holds", "held", /no test "a held"/],
    [': "a\n  holds"', "", /without a test/],
    ["C.", "C.\n".repeat(30), /lines/],
  ];
  for (const [from, to, complaint] of breaches) {
    const faults = listFaults(path, good.replace(from, to), tree);
    assert.match(faults.join("\n"), complaint, to);
  }
});

/**
 * The numbers of decisions a text speaks of: "decision 14", "decisions 13, 24 and 30", "22 to
 * 29".
 */
function listMentioned(text: string): number[] {
  const read = text.replace(/\n\s*(?:\/\/|\*|--)?\s*/g, " ");
  const lists = read.matchAll(/\bdecisions? (\d+(?:(?:,| and| to|, and) \d+)*)/gi);
  return [...lists].flatMap((list) => (list[1] ?? "").match(/\d+/g) ?? []).map(Number);
}

test("every decision that is mentioned has a record", () => {
  assert.deepEqual(
    listMentioned("// By decision 3 and decisions 13,\n// 24 and 30."),
    [3, 13, 24, 30],
  );
  const numbers = new Set(records.map((path) => Number(recordName.exec(path)?.[1])));
  const places = Object.entries(texts).flatMap(([path, text]) =>
    /^(src|migrations|test|bench|docs)\//.test(path)
      ? listMentioned(text).map((number) => ({ path, number }))
      : [],
  );
  assert.ok(places.filter(({ path }) => path.startsWith("src/")).length > 20);
  assert.deepEqual(
    places.filter(({ number }) => !numbers.has(number)),
    [],
  );
});

test("the list of decisions has every record under its title", () => {
  const due = records.map((path) => {
    const title = /^# Decision (\d+): (.*)$/m.exec(texts[path] ?? "");
    return `${title?.[1]}. [${title?.[2]}](${path.slice(folder.length)})`;
  });
  const listed = (texts[`${folder}README.md`] ?? "")
    .split("\n")
    .filter((line) => /^\d+\. /.test(line));
  assert.deepEqual(listed, due);
});
