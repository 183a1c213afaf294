// Rules for docs: relative links lead to a file, migrations are numbered without a gap.
import { posix } from "node:path";
import { inEach, type Rule } from "./rule.ts";
import type { Tree, TreeFile } from "./tree.ts";

const inlineLink = /\]\(\s*<?([^)>\s]+)>?(?:\s+["'][^)]*)?\)/g;
const linkDefinition = /^\s{0,3}\[[^\]]+\]:\s*<?([^>\s]+)/g;
const elsewhere = /^([a-z][a-z0-9+.-]*:|#|\/)/i;

type Link = { readonly line: number; readonly to: string };

/** The links of a Markdown text that lead to a file of the tree; code is passed over. */
function listLinks(file: TreeFile): Link[] {
  let isCode = false;
  return file.lines.flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (isCode) return [];
    const prose = line.replace(/`[^`]*`/g, "");
    const found = [...prose.matchAll(inlineLink), ...prose.matchAll(linkDefinition)];
    return found
      .map((match) => match[1] ?? "")
      .filter((to) => !elsewhere.test(to))
      .map((to) => ({ line: index + 1, to }));
  });
}

function leadsSomewhere(tree: Tree, from: string, to: string): boolean {
  const bare = decodeURIComponent(to.replace(/[#?].*$/, ""));
  const target = posix.join(posix.dirname(from), bare).replace(/\/$/, "");
  if (target === "." || tree.has(target)) return true;
  return [...tree.keys()].some((path) => path.startsWith(`${target}/`));
}

const links: Rule = {
  name: "every relative link in the docs leads to a file",
  find: (tree) =>
    inEach(tree, /\.md$/, (file) =>
      listLinks(file)
        .filter(({ to }) => !leadsSomewhere(tree, file.path, to))
        .map(({ line, to }) => ({ path: file.path, line, text: `${to} is not there` })),
    ),
  examples: [
    {
      files: {
        "docs/a.md": 'See [b](b.md),\n![c](../c.png "C") and [d].\n\n[d]: d.md\n[e](../../e.md)',
      },
      at: ["docs/a.md:1", "docs/a.md:2", "docs/a.md:4", "docs/a.md:5"],
    },
    {
      files: {
        "README.md": "[a](docs/a.md#one), [b](docs/), [c](https://c.example), [d](#d), `[e](e.md)`",
        "docs/a.md": "[readme](../README.md) [root](..)\n```\n[f](f.md)\n```",
      },
      at: [],
    },
  ],
};

const migrationName = /^migrations\/(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

const migrations: Rule = {
  name: "migrations are named NNNN-subject.sql, and no two have the same number",
  find: (tree) =>
    [...tree.keys()]
      .filter((path) => /^migrations\/(?!schema\.sql$)[^/]+\.sql$/.test(path))
      .sort()
      .flatMap((path, index, all) => {
        const number = migrationName.exec(path)?.[1];
        const before = migrationName.exec(all[index - 1] ?? "")?.[1];
        if (number !== undefined && number !== before) return [];
        return [{ path, line: 1, text: "the name should be the next number and a subject" }];
      }),
  examples: [
    {
      files: { "migrations/0001-a.sql": "", "migrations/0001-b.sql": "" },
      at: ["migrations/0001-b.sql:1"],
    },
    { files: { "migrations/1_a.sql": "" }, at: ["migrations/1_a.sql:1"] },
    {
      files: {
        "migrations/0042-a.sql": "",
        "migrations/0044-b-c2.sql": "",
        "migrations/schema.sql": "",
      },
      at: [],
    },
  ],
};

/** The rules about docs. */
export const docRules: readonly Rule[] = [links, migrations];
