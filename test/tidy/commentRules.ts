// The comments: a head for each file, a contract for each exported function, and nothing that rots.
import type { Comment } from "./code.ts";
import { exportsOf } from "./exportsOf.ts";
import { type Fault, faultAt, inEach, type Rule } from "./rule.ts";
import type { TreeFile } from "./tree.ts";

const code = /^(src|sdk|test|bench)\/.*\.ts$/;
const maxHeadLines = 4;

/** The lines of a comment that say something, without its marks. */
function saidIn(comment: Comment): string[] {
  return comment.text
    .replace(/^\/\/|^\/\*+|\*+\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*\s?/, "").trim())
    .filter((line) => line !== "");
}

/** The comment a file begins with, however many `//` lines it has, or nothing. */
function headOf(file: TreeFile): Comment[] {
  const head: Comment[] = [];
  let end = /^#!.*\n/.exec(file.text)?.[0].length ?? 0;
  for (const comment of file.code?.comments ?? []) {
    const gap = file.text.slice(end, comment.start);
    const joins = head.length === 0 ? "" : "\n";
    if (gap !== joins || (head.length > 0 && !comment.text.startsWith("//"))) break;
    head.push(comment);
    end = comment.end;
    if (comment.text.startsWith("/*")) break;
  }
  return head;
}

function complainAboutHead(file: TreeFile): string | undefined {
  const head = headOf(file);
  const last = head.at(-1);
  const lines = head.flatMap(saidIn).length;
  if (last === undefined || lines === 0) return "no head comment";
  if (lines > maxHeadLines) return `a head of ${lines} lines`;
  const isDoc = last.text.startsWith("/**") && !/^\n(\n|import\b)/.test(file.text.slice(last.end));
  return isDoc ? "the first comment belongs to a declaration, not to the file" : undefined;
}

const head: Rule = {
  name: `a file begins with a comment of 1 to ${maxHeadLines} lines on what it owns`,
  find: (tree) =>
    inEach(tree, code, (file) => {
      const text = complainAboutHead(file);
      return text === undefined ? [] : [{ path: file.path, line: 1, text }];
    }),
  examples: [
    {
      files: {
        "src/a.ts": 'import "b";\n// Too late.\n',
        "src/b.ts": "// 1\n// 2\n// 3\n// 4\n// 5\n",
        "src/c.ts": "/** What c does. */\nexport const c = 1;\n",
        "test/d.ts": "//\n",
        "src/e.ts": "/*\n * 1\n * 2\n * 3\n * 4\n * 5\n */\n\nexport const e = 1;\n",
      },
      at: ["src/a.ts:1", "src/b.ts:1", "src/c.ts:1", "test/d.ts:1", "src/e.ts:1"],
    },
    {
      files: {
        "src/a.ts": '// What a owns.\nimport "b";\n',
        "src/b.ts": "#!/usr/bin/env node\n// 1\n// 2\n// 3\n// 4\n\n// Another comment.\n",
        "src/c.ts": '/**\n * 1\n * 2\n * 3\n * 4\n */\nimport "b";\n',
      },
      at: [],
    },
  ],
};

/** Whether a doc comment stands right above a position. */
function isDocumented(file: TreeFile, position: number): boolean {
  const above = (file.code?.comments ?? []).filter((comment) => comment.end <= position).at(-1);
  if (above === undefined || !above.text.startsWith("/**")) return false;
  return saidIn(above).length > 0 && /^[ \t]*\n?[ \t]*$/.test(file.text.slice(above.end, position));
}

const contracts: Rule = {
  name: "an exported function has a doc comment that is its contract",
  find: (tree) =>
    inEach(tree, /^(src|sdk)\/.*\.ts$/, (file) => {
      const exported = file.code === undefined ? [] : exportsOf(file.code.ast);
      const functions = exported.filter((one) => one.isFunction);
      const first = functions.filter(
        (one, index) => functions.findIndex((other) => other.name === one.name) === index,
      );
      return first
        .filter((one) => !isDocumented(file, one.node.getStart()))
        .map((one) => faultAt(file, one.node.getStart(), `${one.name} has no doc comment`));
    }),
  examples: [
    {
      files: {
        "src/a.ts": "// Not a doc.\nexport function a() {}\n\nexport const b = async () => 1;",
        "src/b.ts": "/** The head. */\n\nexport function b() {}",
        "src/c.ts": "/** */\nexport function c() {}",
      },
      at: ["src/a.ts:2", "src/a.ts:4", "src/b.ts:3", "src/c.ts:2"],
    },
    {
      files: {
        "src/a.ts": "/** A. */\nexport function a(): void;\nexport function a() {}",
        "src/b.ts": "/** B. */\nexport const b = <T>(c: T) => c;\nfunction d() {}",
        "src/c.ts": "export let c = 1;\nexport type D = () => void;",
        "test/c.ts": "export function c() {}",
      },
      at: [],
    },
  ],
};

/** A rule about each comment of the code and each comment line of SQL, shell and YAML. */
function onComments(
  name: string,
  breaks: (comment: string) => boolean,
  examples: Rule["examples"],
): Rule {
  const find = (file: TreeFile): Fault[] => {
    if (file.code !== undefined) {
      const comments = file.code.comments.filter((comment) => breaks(comment.text));
      return comments.map((one) => faultAt(file, one.start, one.text.split("\n")[0] ?? ""));
    }
    return file.lines.flatMap((line, index) => {
      const comment = /^\s*((--|#).*)$/.exec(line)?.[1];
      if (comment === undefined || !breaks(comment)) return [];
      return [{ path: file.path, line: index + 1, text: comment }];
    });
  };
  const where = /^(?!(.*\/)?schema\.sql$)(.*\.(ts|js|mjs|sql|sh|yml|yaml)|(bin|\.ci)\/[^.]+)$/;
  return { name, find: (tree) => inEach(tree, where, find), examples };
}

const noPostponing = onComments(
  "no comment puts work off",
  (comment) => /\b(TODO|FIXME|XXX)\b/.test(comment),
  [
    {
      files: { "src/a.ts": `a();\n// TO${"DO"}: b.`, "migrations/a.sql": `-- FIX${"ME"} b.` },
      at: ["src/a.ts:2", "migrations/a.sql:1"],
    },
    { files: { "src/a.ts": `const code = "X${"XX"}";\n// What is to do.` }, at: [] },
  ],
);

const noDeadCode = onComments(
  "no code is commented out",
  (comment) => /^\/\/.*[;{]\s*$/.test(comment),
  [
    { files: { "src/a.ts": "a();\n// b();\n  // if (c) {\n" }, at: ["src/a.ts:2", "src/a.ts:3"] },
    { files: { "src/a.ts": '// Why a; and b.\na("https://b;");\na(/\\/\\/;/);\n' }, at: [] },
  ],
);

const noBanners = onComments(
  "no comment is a banner",
  (comment) => /([-=*#~_/+─═])\1{3,}/.test(comment.slice(2)),
  [
    {
      files: { "src/a.ts": "// ---- Orders ----\na(); /***** b *****/", "a.sql": "-- ====\n" },
      at: ["src/a.ts:1", "src/a.ts:2", "a.sql:1"],
    },
    { files: { "src/a.ts": "/** Why. */\n// a --b c", "schema.sql": "-------\n" }, at: [] },
  ],
);

/** The rules about comments. */
export const commentRules: readonly Rule[] = [head, contracts, noPostponing, noDeadCode, noBanners];
