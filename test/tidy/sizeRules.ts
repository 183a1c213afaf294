// Sizes: lines, files, functions, folders, and the median file.
import { posix } from "node:path";
import {
  isCallExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  type Node,
} from "typescript/unstable/ast";
import { faultAt, inEach, inLines, type Rule } from "./rule.ts";

const maxLineLength = 100;
const maxFileLines = 300;
const maxFunctionLines = 60;
const maxFolderFiles = 25;
const medianFrom = 60;
const medianTo = 120;

const written = /\.(ts|js|mjs|css|sql|sh|yml|yaml|md)$|^(bin|\.ci)\/[^.]+$/;
const code = /\.(ts|js|mjs|css|sql|sh)$|^(bin|\.ci)\/[^.]+$/;
const dump = /(^|\/)(schema|fixtures\/[^/]+)\.sql$/;
/** The whole schema in one file, and the upgrade to it; later migrations are small. */
const baseline = /^migrations\/(0001-baseline|upgrade-0\.1\.0)\.sql$/;
/** A test's name is not split, so that a search finds it. */
const testName = /^\s*test\(["`]/;
const fence = /^\s*(```|~~~)/;

/** In Markdown a table row, a line with a link and a line of a code block cannot be broken. */
function unbreakable(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? "";
  const fencesBefore = lines.slice(0, index).filter((one) => fence.test(one)).length;
  return line.startsWith("|") || /\]\(|\bhttps?:/.test(line) || fencesBefore % 2 === 1;
}

const lineLength: Rule = {
  name: `no line is longer than ${maxLineLength} characters`,
  find: (tree) =>
    inEach(tree, written, (file) => {
      if (dump.test(file.path)) return [];
      return inLines(file, (line, index) => {
        if (line.length <= maxLineLength || [...line].length <= maxLineLength) return undefined;
        if (testName.test(line)) return undefined;
        if (file.path.endsWith(".md") && unbreakable(file.lines, index)) return undefined;
        return `${[...line].length} characters`;
      });
    }),
  examples: [
    { files: { "src/a.ts": `\n//${"x".repeat(99)}\n` }, at: ["src/a.ts:2"] },
    { files: { "src/a.ts": `//${"x".repeat(98)}\n//${"😀".repeat(98)}\n` }, at: [] },
    { files: { "docs/a.md": `${"word ".repeat(21)}\n` }, at: ["docs/a.md:1"] },
    {
      files: {
        "docs/a.md": `| ${"cell ".repeat(21)}|\n[${"x".repeat(99)}](b.md)\n`,
        "docs/b.md": `\`\`\`\n${"curl ".repeat(21)}\n\`\`\`\n`,
        "schema.sql": "x".repeat(101),
        "data.json": "x".repeat(101),
      },
      at: [],
    },
  ],
};

const fileLength: Rule = {
  name: `no file is longer than ${maxFileLines} lines`,
  find: (tree) =>
    inEach(tree, code, (file) =>
      file.lines.length <= maxFileLines || dump.test(file.path) || baseline.test(file.path)
        ? []
        : [{ path: file.path, line: maxFileLines + 1, text: `${file.lines.length} lines` }],
    ),
  examples: [
    { files: { "src/a.ts": "x();\n".repeat(301) }, at: ["src/a.ts:301"] },
    { files: { "src/a.ts": "x();\n".repeat(300), "schema.sql": "x;\n".repeat(301) }, at: [] },
    { files: { "migrations/0002-a.sql": "x;\n".repeat(301) }, at: ["migrations/0002-a.sql:301"] },
    { files: { "migrations/0001-baseline.sql": "x;\n".repeat(301) }, at: [] },
  ],
};

/** The callback of a suite contains tests, each of which is measured separately. */
function isSuite(node: Node): boolean {
  const call = node.parent;
  if (!isCallExpression(call) || !isIdentifier(call.expression)) return false;
  return call.expression.text === "describe" || call.expression.text === "suite";
}

const body = (lines: number) => `{\n${"  x();\n".repeat(lines - 2)}}`;

const functionLength: Rule = {
  name: `no function is longer than ${maxFunctionLines} lines`,
  find: (tree) =>
    inEach(tree, /./, (file) =>
      (file.code?.nodes ?? []).flatMap((node) => {
        if (!isFunctionLikeDeclaration(node) || isSuite(node)) return [];
        const lines = file.text.slice(node.getStart(), node.end).split("\n").length;
        if (lines <= maxFunctionLines) return [];
        return [faultAt(file, node.getStart(), `a function of ${lines} lines`)];
      }),
    ),
  examples: [
    { files: { "src/a.ts": `\nexport function a(): { b: 1 } ${body(61)}` }, at: ["src/a.ts:2"] },
    { files: { "src/a.ts": `class A {\n  b() ${body(61)}\n}` }, at: ["src/a.ts:2"] },
    { files: { "test/a.ts": `test("a", async () => ${body(61)});` }, at: ["test/a.ts:1"] },
    { files: { "src/a.ts": `const a = () => [\n${"1,\n".repeat(60)}];` }, at: ["src/a.ts:1"] },
    { files: { "src/a.ts": `function a() ${body(60)}\nif (b) ${body(70)}` }, at: [] },
    { files: { "test/a.ts": `describe("a", () => ${body(70)});` }, at: [] },
  ],
};

const medianLength: Rule = {
  name: `the median file of src has ${medianFrom} to ${medianTo} lines`,
  find: (tree) => {
    const files = [...tree.values()].filter((file) => /^src\/.*\.ts$/.test(file.path));
    const sorted = files.sort((one, two) => one.lines.length - two.lines.length);
    const middle = sorted[Math.floor(sorted.length / 2)];
    const lines = middle?.lines.length ?? medianFrom;
    if (middle === undefined || (lines >= medianFrom && lines <= medianTo)) return [];
    return [{ path: middle.path, line: 1, text: `the median file has ${lines} lines` }];
  },
  examples: [
    {
      files: { "src/a.ts": "x();\n", "src/b.ts": "x();\n".repeat(59), "src/c.ts": "\n".repeat(90) },
      at: ["src/b.ts:1"],
    },
    { files: { "src/a.ts": "x();\n".repeat(121) }, at: ["src/a.ts:1"] },
    { files: { "src/a.ts": "x();\n".repeat(60), "test/b.ts": "x();\n" }, at: [] },
    { files: { "src/a.ts": "x();\n".repeat(120) }, at: [] },
  ],
};

const filesOf = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.md`, ""]));

const folderSize: Rule = {
  name: `no folder of src has more than ${maxFolderFiles} files`,
  find: (tree) => {
    const files = [...tree.keys()].filter((path) => path.startsWith("src/"));
    return [...Map.groupBy(files, posix.dirname)]
      .filter(([, inFolder]) => inFolder.length > maxFolderFiles)
      .map(([path, inFolder]) => ({ path, line: 1, text: `${inFolder.length} files` }));
  },
  examples: [
    { files: filesOf("src/a", 26), at: ["src/a:1"] },
    { files: { ...filesOf("src/a", 25), ...filesOf("src/a/b", 25), ...filesOf("c", 26) }, at: [] },
  ],
};

/** The rules about sizes. */
export const sizeRules: readonly Rule[] = [
  lineLength,
  fileLength,
  functionLength,
  folderSize,
  medianLength,
];
