// Decision records and topic pages: their parts are complete, the files and tests that enforce them
// exist, and every mentioned number resolves through the index. Each check is also run on bad
// texts.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { readTexts } from "../tidy/tree.ts";

type Texts = Readonly<Record<string, string>>;

/** A decision, from its own file or a section of a topic. `target`: its address in the index. */
type Decision = {
  readonly number: number;
  readonly title: string;
  readonly target: string;
  readonly path: string;
  readonly text: string;
  readonly isRecord: boolean;
};

const texts = readTexts(join(import.meta.dirname, "../.."));
const folder = "docs/decisions/";
const index = `${folder}README.md`;
const recordName = /^docs\/decisions\/(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;
const topicName = /^docs\/decisions\/topics\/[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;

/** The anchor that a Markdown heading gets on the page. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

function readRecord(path: string, text: string): Decision {
  const number = Number(recordName.exec(path)?.[1]);
  const title = new RegExp(`^# Decision ${number}: (.+)\n`).exec(text)?.[1] ?? "";
  return { number, title, target: path.slice(folder.length), path, text, isRecord: true };
}

function readTopic(path: string, text: string): Decision[] {
  const sections = text.split(/^## /m).slice(1);
  return sections.map((section) => {
    const [heading = "", ...body] = section.split("\n");
    const [, title = "", number] = /^(.+) \((\d+)\)$/.exec(heading) ?? [];
    const target = `${path.slice(folder.length)}#${toAnchor(heading)}`;
    return { number: Number(number), title, target, path, text: body.join("\n"), isRecord: false };
  });
}

function listDecisions(tree: Texts): Decision[] {
  const entries = Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.flatMap(([path, text]) => {
    if (recordName.test(path)) return [readRecord(path, text)];
    return topicName.test(path) ? readTopic(path, text) : [];
  });
}

function listMissing(item: string, tree: Texts): string[] {
  const paths = [...item.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map((match) => match[1] ?? "");
  const tests = paths.filter((path) => path.startsWith("test/"));
  const names = [...item.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
  const missing = paths.filter((path) => tree[path] === undefined).map((path) => `no ${path}`);
  const unknown = names
    .filter((name) => !tests.some((path) => tree[path]?.includes(JSON.stringify(name))))
    .map((name) => `no test "${name}" in ${tests.join(", ")}`);
  const unnamed =
    tests.length > 0 && names.length === 0 ? [`${tests.join(", ")} without a test`] : [];
  return [...missing, ...unknown, ...unnamed];
}

/** The faults of a decision; none if its parts are complete and its files and tests exist. */
function listFaults(decision: Decision, tree: Texts): string[] {
  const { isRecord, text } = decision;
  const [body = "", list = ""] = text.split(/^Enforced by:\n/m);
  const items = list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replace(/\s+/g, " ").trim());
  const lines = text.trimEnd().split("\n").length;
  const parts: [boolean, string][] = [
    [decision.number > 0 && decision.title !== "", "no title with a number"],
    [!isRecord || /^Question: \S/m.test(body), "no Question:"],
    [!isRecord || /^Decision: \S/m.test(body), "no Decision:"],
    [
      !isRecord || /^(?:Rejected|Measured): \S/m.test(body),
      "no Rejected: and no Measured:, so it belongs on a topic page",
    ],
    [items.some((item) => item.includes("`test/")), "no test under Enforced by:"],
    [items.some((item) => !item.includes("`test/")), "no source file under Enforced by:"],
    [lines >= (isRecord ? 10 : 6) && lines <= 60, `${lines} lines`],
  ];
  const faults = [
    ...parts.filter(([isGood]) => !isGood).map(([, fault]) => fault),
    ...items.flatMap((item) => listMissing(item, tree)),
  ];
  return faults.map((fault) => `${decision.path} ${decision.number}: ${fault}`);
}

/**
 * The faults of the index, which has each number once, ascending, with its title and address. A
 * number may be missing: changes that are written at the same time reserve theirs.
 */
function listIndexFaults(tree: Texts): string[] {
  const listed = (tree[index] ?? "").split("\n").filter((line) => /^\| \d+ \|/.test(line));
  const due = listDecisions(tree)
    .sort((a, b) => a.number - b.number)
    .map(({ number, title, target }) => `| ${number} | [${title}](${target}) |`);
  const misnamed = Object.keys(tree).filter(
    (path) =>
      path.startsWith(folder) && path !== index && !recordName.test(path) && !topicName.test(path),
  );
  return [
    ...misnamed.map((path) => `misnamed: ${path}`),
    ...due.filter((line) => !listed.includes(line)).map((line) => `missing: ${line}`),
    ...listed.filter((line) => !due.includes(line)).map((line) => `leads nowhere: ${line}`),
    ...listed
      .filter((line, place) => place > 0 && numberOf(line) <= numberOf(listed[place - 1] ?? ""))
      .map((line) => `out of order or twice: ${line}`),
  ];
}

function numberOf(row: string): number {
  return Number(/^\| (\d+) \|/.exec(row)?.[1] ?? 0);
}

/** The decision numbers in a text: "decision 14", "decisions 13, 24 and 30", "22 to 29". */
function listMentioned(text: string): number[] {
  const flat = text.replace(/\n\s*(?:\/\/|\*|--)?\s*/g, " ");
  const lists = flat.matchAll(/\bdecisions? (\d+(?:(?:, and|,| and| to) \d+)*)/gi);
  return [...lists].flatMap(([, list = ""]) => {
    const numbers = (list.match(/\d+/g) ?? []).map(Number);
    const ranges = [...list.matchAll(/(\d+) to (\d+)/g)];
    const between = ranges.flatMap(([, from, to]) =>
      Array.from({ length: Number(to) - Number(from) - 1 }, (_, at) => Number(from) + 1 + at),
    );
    return [...numbers, ...between];
  });
}

/** The mentions of decisions that the index does not list. */
function listUnresolved(tree: Texts): string[] {
  const rows = (tree[index] ?? "").matchAll(/^\| (\d+) \|/gm);
  const known = new Set([...rows].map(([, number]) => Number(number)));
  return Object.entries(tree).flatMap(([path, text]) =>
    /^(?:(?:src|migrations|test|bench|docs)\/|README\.md$)/.test(path)
      ? listMentioned(text)
          .filter((number) => !known.has(number))
          .map((number) => `${path}: decision ${number}`)
      : [],
  );
}

test("every decision has its parts, and the files and tests that enforce it exist", () => {
  const decisions = listDecisions(texts);
  assert.ok(decisions.length >= 138, `${decisions.length} decisions`);
  assert.deepEqual(
    decisions.flatMap((decision) => listFaults(decision, texts)),
    [],
  );
});

test("the index lists every decision once, under its title and with a link that resolves", () => {
  assert.deepEqual(listIndexFaults(texts), []);
});

test("every decision number in code and docs resolves through the index", () => {
  const mentions = Object.entries(texts)
    .filter(([path]) => path.startsWith("src/"))
    .flatMap(([, text]) => listMentioned(text));
  assert.ok(mentions.length > 20, `${mentions.length} mentions`);
  assert.deepEqual(listUnresolved(texts), []);
});

const enforced = ["Enforced by:", "- `src/a.ts`", '- `test/a.test.ts`: "a\n  passes"', ""];
const record = ["# Decision 1: A", "", "Question: b?", "", "Decision: c.", "", "Rejected: d.", ""];
const good: Texts = {
  "src/a.ts": "// As decided (decisions 1\n// to 3).",
  "test/a.test.ts": 'test("a passes", () => {});',
  [`${folder}0001-a.md`]: [...record, ...enforced].join("\n"),
  [`${folder}topics/keys.md`]: [
    "# Keys\n",
    "## Who? A key (2)\nB.\n\nC.\n",
    ...enforced,
    "## D (3)\nE.\n\nF.\n",
    ...enforced,
  ].join("\n"),
  [index]: [
    "| 1 | [A](0001-a.md) |",
    "| 2 | [Who? A key](topics/keys.md#who-a-key-2) |",
    "| 3 | [D](topics/keys.md#d-3) |",
    "",
  ].join("\n"),
};

function listAllFaults(tree: Texts): string {
  const faults = listDecisions(tree).flatMap((decision) => listFaults(decision, tree));
  return [...faults, ...listIndexFaults(tree), ...listUnresolved(tree)].join("\n");
}

test("a decision that is incomplete or names what does not exist is reported", () => {
  assert.equal(listAllFaults(good), "");
  const recordPath = `${folder}0001-a.md`;
  const topicPath = `${folder}topics/keys.md`;
  const breaches: [string, string, string, RegExp][] = [
    [recordPath, "# Decision 1", "# Decision 2", /no title/],
    [recordPath, "Question: b?", "B?", /Question/],
    [recordPath, "Decision: c.", "C.", /no Decision/],
    [recordPath, "Rejected: d.", "D.", /topic page/],
    [recordPath, "`src/a.ts`", "`src/b.ts`", /no src\/b\.ts/],
    [recordPath, "- `src/a.ts`\n", "", /no source file/],
    [recordPath, "passes", "fails", /no test "a fails"/],
    [recordPath, ': "a\n  passes"', "", /without a test/],
    [recordPath, "c.", "c.\n".repeat(60), /lines/],
    [topicPath, "A key (2)", "A key", /no title/],
    [topicPath, "passes", "fails", /no test "a fails"/],
    [topicPath, "Enforced by:\n", "", /no test under/],
  ];
  for (const [path, from, to, complaint] of breaches) {
    const broken = { ...good, [path]: good[path]?.replace(from, to) ?? "" };
    assert.match(listAllFaults(broken), complaint, `${path}: ${to}`);
  }
});

test("an index row that is missing, repeated or wrong, and an unknown number, is reported", () => {
  const secondRow = "| 2 | [Who? A key](topics/keys.md#who-a-key-2) |\n";
  const breaches: [string, string, string, RegExp][] = [
    [index, secondRow, "", /missing: \| 2 /],
    [index, secondRow, "", /src\/a\.ts: decision 2/],
    [`${folder}4_b.md`, "", "", /misnamed: .*4_b/],
    [index, secondRow, secondRow.repeat(2), /twice: \| 2 /],
    [index, "#who-a-key-2", "#a-key-2", /leads nowhere: \| 2 /],
    [index, "0001-a.md", "0001-b.md", /leads nowhere: \| 1 /],
    [index, "[D]", "[E]", /leads nowhere: \| 3 /],
    [`${folder}topics/keys.md`, "D (3)", "D (1)", /missing: \| 1 .*d-1/],
    ["src/a.ts", "to 3", "to 5", /decision 5\n.*decision 4/],
    ["src/a.ts", "decisions 1\n// to 3", "decision 7", /src\/a\.ts: decision 7/],
  ];
  for (const [path, from, to, complaint] of breaches) {
    const broken = { ...good, [path]: good[path]?.replace(from, to) ?? "" };
    assert.match(listAllFaults(broken), complaint, `${path}: ${to}`);
  }
  assert.deepEqual(
    listMentioned("// By decision 3 and decisions 13,\n// 24 and 30, 5."),
    [3, 13, 24, 30, 5],
  );
});
