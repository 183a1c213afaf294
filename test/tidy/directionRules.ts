// The direction of imports. Only what the table lists is allowed. Biome finds cycles.
import { posix } from "node:path";
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteral,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { faultAt, inEach, type Rule } from "./rule.ts";
import type { TreeFile } from "./tree.ts";

const base = [
  "kit",
  "kit/contract",
  "kit/day",
  "kit/encryptor",
  "kit/errors",
  "kit/money",
  "kit/price",
  "kit/program",
  "audit",
  "db",
  "reading",
];
const identity = ["accounts", "keys", "keyRequests", "signIn", "people"];
const nouns = [
  "company",
  "quotes",
  "quickOrders",
  "orders",
  "prices",
  "imports",
  "catalog",
  ...identity,
];
const frame = ["kit/html", "kit/shell", "kit/site", "server/http"];
const belowPages = [...nouns, "requests", "mail", "reading/files", ...frame, ...base];

/** What each part of src may import besides itself; a part is the longest of these names. */
const mayImport: Readonly<Record<string, readonly string[] | "anything">> = {
  main: "anything",
  surface: "anything",
  version: [],
  // What composes the service. The API of buyers is served here, from the contract and the nouns.
  server: "anything",
  "server/api": belowPages,
  "server/config": ["db", "kit/day", "company"],
  "server/http": [
    "version",
    "kit/contract",
    "kit/html",
    "db",
    "kit/day",
    "kit/money",
    "kit/errors",
  ],
  // The declarations, pages and commands of a noun, in files that are named console, portal, shell or
  // api, and what both sites show of it, in files that are named shared.
  pages: [...belowPages, "home", "shared", "backup", "demo", "jobs", "server", "server/config"],
  shared: [...belowPages, "home"],
  // What is no noun: the start pages and the frame of both sites, jobs, backup and demo data.
  home: [...nouns, "requests", ...base],
  backup: ["db"],
  demo: [...nouns, "requests", "jobs", "reading/files", "mail", ...base],
  jobs: [...nouns, "requests", "reading/files", "mail", ...base],
  // The nouns.
  requests: ["catalog", ...identity, ...base, "mail"],
  quotes: [
    "quickOrders",
    "orders",
    "prices",
    "catalog",
    ...identity,
    "reading/files",
    ...base,
    "mail",
  ],
  quickOrders: [
    "orders",
    "prices",
    "imports",
    "catalog",
    ...identity,
    "reading/files",
    ...base,
    "mail",
  ],
  orders: ["prices", "catalog", ...identity, "reading/files", ...base, "mail"],
  prices: ["imports", "catalog", ...identity, "reading/files", ...base, "mail"],
  imports: ["catalog", ...identity, "reading/files", ...base],
  catalog: ["reading/files", ...base, "mail"],
  accounts: ["prices", ...base, "mail"],
  keys: ["accounts", "signIn", ...base, "mail"],
  keyRequests: ["accounts", "keys", "signIn", "people", "prices", ...base, "mail"],
  signIn: ["accounts", ...base, "mail"],
  people: ["accounts", "signIn", ...base, "mail"],
  company: ["db", "audit", "kit"],
  mail: base,
  audit: ["kit", "db"],
  // The ground floor.
  kit: ["signIn", "mail", "reading/files", "audit", "db", "kit/errors", ...frame],
  "kit/shell": ["kit", "kit/site", "server/config", "reading/files", "audit", "mail", "db"],
  "kit/site": ["server/http", "kit/contract", "kit/html", "db", "kit/day", "kit/errors"],
  "kit/html": ["kit/money", "kit/price", "kit/errors", "kit/day"],
  "kit/contract": [],
  "kit/day": [],
  "kit/encryptor": [],
  "kit/errors": [],
  "kit/money": [],
  "kit/price": ["kit/money"],
  "kit/program": ["kit/sentFault"],
  "kit/sentFault": ["db", "kit/errors"],
  reading: ["kit/contract", "reading/files", "kit/money", "kit/price", "kit/day"],
  "reading/files": [],
  db: ["kit/errors", "version"],
};

type Import = { readonly node: Node; readonly from: string };

function importOf(node: Node): string | undefined {
  let source: Node | undefined;
  if (isImportDeclaration(node) || isExportDeclaration(node)) source = node.moduleSpecifier;
  if (isImportTypeNode(node) && isLiteralTypeNode(node.argument)) source = node.argument.literal;
  if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword) {
    source = node.arguments[0];
  }
  return source !== undefined && isStringLiteral(source) ? source.text : undefined;
}

function listImports(file: TreeFile): Import[] {
  return (file.code?.nodes ?? []).flatMap((node) => {
    const from = importOf(node);
    return from === undefined ? [] : [{ node, from }];
  });
}

/** The path a relative import leads to; undefined for a package. */
function targetOf(file: TreeFile, from: string): string | undefined {
  return from.startsWith(".") ? posix.join(posix.dirname(file.path), from) : undefined;
}

/** The site whose pages of a noun a file has. */
function siteOf(path: string): string | undefined {
  return /^src\/[^/.]+\/(console|portal)\w*\.ts$/.exec(path)?.[1];
}

const pages = /^src\/(?!kit|server\/api)[^/.]+\/((console|portal|shell)\w*|api)\.ts$/;
const shared = /^src\/(?!server|kit)[^/.]+\/shared[A-Z]\w*\.ts$/;

/** The part of src a path belongs to: `orders` for src/orders/x.ts, `main` for src/main.ts. */
function areaOf(path: string): string | undefined {
  if (pages.test(path)) return "pages";
  if (shared.test(path)) return "shared";
  const [area, part] = /^src\/([^/.]+)(?:\/([^/.]+))?/.exec(path)?.slice(1) ?? [];
  return part !== undefined && Object.hasOwn(mayImport, `${area}/${part}`)
    ? `${area}/${part}`
    : area;
}

function complainAbout(file: TreeFile, from: string): string | undefined {
  const area = areaOf(file.path) ?? "";
  const allowed = Object.hasOwn(mayImport, area) ? mayImport[area] : undefined;
  if (allowed === undefined) return `src/${area} has no row in the table of directions`;
  const target = targetOf(file, from);
  if (target === undefined) return undefined;
  if (/^(test|bench|sdk)\//.test(target)) return `src imports ${target}`;
  const [site, otherSite] = [siteOf(file.path), siteOf(target)];
  if (site !== undefined && otherSite !== undefined && site !== otherSite) {
    return `a page of the ${site} imports one of the ${otherSite}`;
  }
  const other = areaOf(target);
  if (other === undefined || other === area) return undefined;
  return allowed === "anything" || allowed.includes(other) ? undefined : `${area} imports ${other}`;
}

const direction: Rule = {
  name: "imports go from interfaces to the product to its base, never back",
  find: (tree) =>
    inEach(tree, /^src\//, (file) =>
      listImports(file).flatMap(({ node, from }) => {
        const text = complainAbout(file, from);
        return text === undefined ? [] : [faultAt(file, node.getStart(), text)];
      }),
    ),
  examples: [
    {
      files: {
        "src/db/a.ts": 'import type { B } from "../orders/b.ts";',
        "src/people/portal.ts": 'import { b } from "../server/api/b.ts";',
        "src/catalog/a.ts": '\nconst a = await import("../prices/b.ts");',
        "src/server/http/a.ts": 'type A = import("../orders/b.ts").B;',
        "src/kit/money.ts": 'export { b } from "./errors.ts";',
        "src/server/api/b.ts": 'import "../jobs/b.ts";',
        "src/orders/b.ts": 'import { b } from "../../test/b.ts";',
        "src/stock/a.ts": 'import { b } from "./b.ts";',
        "src/server/config.ts": 'import { b } from "./orders/b.ts";',
        "src/orders/portal.ts": 'import { b } from "./consoleOrder.ts";',
        "src/keys/console.ts": 'import { b } from "../orders/portal.ts";',
      },
      at: [
        "src/db/a.ts:1",
        "src/people/portal.ts:1",
        "src/catalog/a.ts:2",
        "src/server/http/a.ts:1",
        "src/kit/money.ts:1",
        "src/server/api/b.ts:1",
        "src/orders/b.ts:1",
        "src/stock/a.ts:1",
        "src/server/config.ts:1",
        "src/orders/portal.ts:1",
        "src/keys/console.ts:1",
      ],
    },
    {
      files: {
        "src/orders/a.ts": 'import { b } from "../prices/b.ts";\nimport { c } from "./c.ts";',
        "src/jobs/a.ts": 'import { b } from "../mail/b.ts";\nimport { c } from "pg";',
        "src/server/app.ts": 'import { b } from "./jobs/b.ts";',
        "test/api/a.ts": 'import { b } from "../../src/api/b.ts";',
      },
      at: [],
    },
  ],
};

const contractAlone: Rule = {
  name: "the contract imports the schema library and nothing else",
  find: (tree) =>
    inEach(tree, /^src\/kit\/contract\//, (file) =>
      listImports(file)
        .filter(({ from }) => !/^typebox(\/|$)/.test(from))
        .filter(({ from }) => areaOf(targetOf(file, from) ?? "") !== "kit/contract")
        .map(({ node, from }) => faultAt(file, node.getStart(), `the contract imports ${from}`)),
    ),
  examples: [
    {
      files: {
        "src/kit/contract/a.ts":
          'import { Type } from "typebox";\nimport { b } from "node:crypto";',
        "src/kit/contract/b.ts": 'import { b } from "../errors.ts";\nimport { a } from "./a.ts";',
      },
      at: ["src/kit/contract/a.ts:2", "src/kit/contract/b.ts:1"],
    },
    { files: { "src/kit/contract/a.ts": 'import { Value } from "typebox/value";' }, at: [] },
  ],
};

const sdkAlone: Rule = {
  name: "the SDK imports its own files and the platform, nothing else",
  find: (tree) =>
    inEach(tree, /^sdk\//, (file) =>
      listImports(file)
        .filter(({ from }) => !from.startsWith("node:"))
        .filter(({ from }) => !targetOf(file, from)?.startsWith("sdk/"))
        .map(({ node, from }) => faultAt(file, node.getStart(), `the SDK imports ${from}`)),
    ),
  examples: [
    {
      files: {
        "sdk/src/a.ts": 'import type { B } from "../../src/contract/b.ts";\nimport "typebox";',
      },
      at: ["sdk/src/a.ts:1", "sdk/src/a.ts:2"],
    },
    { files: { "sdk/src/a.ts": 'import { b } from "./b.ts";\nimport "node:crypto";' }, at: [] },
  ],
};

/** The rules about who imports whom. */
export const directionRules: readonly Rule[] = [direction, contractAlone, sdkAlone];
