// Comments: a short header if a file has one, and nothing that becomes outdated.
import type { Comment } from "./code.ts";
import { type Fault, faultAt, inEach, type Rule } from "./rule.ts";
import type { TreeFile } from "./tree.ts";

const code = /^(src|sdk|test|bench)\/.*\.ts$/;
const maxHeadLines = 4;

/** The lines of a comment with text, without its marks. */
function saidIn(comment: Comment): string[] {
  return comment.text
    .replace(/^\/\/|^\/\*+|\*+\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*\s?/, "").trim())
    .filter((line) => line !== "");
}

/** The comment at the start of a file, with all its `//` lines, or nothing. */
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
  if (last === undefined) return undefined;
  if (lines === 0) return "an empty head comment";
  const isDoc = last.text.startsWith("/**") && !/^\n(\n|import\b)/.test(file.text.slice(last.end));
  return lines > maxHeadLines && !isDoc ? `a head of ${lines} lines` : undefined;
}

const head: Rule = {
  name: `a comment at the head of a file has at most ${maxHeadLines} lines`,
  find: (tree) =>
    inEach(tree, code, (file) => {
      const text = complainAboutHead(file);
      return text === undefined ? [] : [{ path: file.path, line: 1, text }];
    }),
  examples: [
    {
      files: {
        "src/b.ts": "// 1\n// 2\n// 3\n// 4\n// 5\n",
        "test/d.ts": "//\n",
        "src/e.ts": "/*\n * 1\n * 2\n * 3\n * 4\n * 5\n */\n\nexport const e = 1;\n",
      },
      at: ["src/b.ts:1", "test/d.ts:1", "src/e.ts:1"],
    },
    {
      files: {
        "src/a.ts": '// What a owns.\nimport "b";\n',
        "src/b.ts": "#!/usr/bin/env node\n// 1\n// 2\n// 3\n// 4\n\n// Another comment.\n",
        "src/c.ts": '/**\n * 1\n * 2\n * 3\n * 4\n */\nimport "b";\n',
        "src/d.ts": "/** What d does. */\nexport const d = 1;\n",
        "src/e.ts": 'import "b";\n',
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
  "no comment postpones work",
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
export const commentRules: readonly Rule[] = [head, noPostponing, noDeadCode, noBanners];
