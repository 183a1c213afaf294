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
  "db",
  "reading",
  "money",
  "price",
  "errors",
  "day",
  "encryptor",
  "audit",
  "contract",
  "program",
  "reading",
];
const identity = ["accounts", "keys", "keyRequests", "signIn", "people"];
const nouns = [
  "distributor",
  "quoteRequests",
  "quickOrders",
  "orders",
  "pricing",
  "imports",
  "catalog",
  ...identity,
];
const interfaceParts = [
  "operatorKeys",
  ...nouns,
  "requests",
  "files",
  ...base,
  "http",
  "site",
  "html",
  "mail",
];

/** What each part of src may import besides itself. Interfaces never import each other. */
const mayImport: Readonly<Record<string, readonly string[] | "anything">> = {
  main: "anything",
  app: "anything",
  node: "anything",
  workers: "anything",
  stopNode: ["connect", "db"],
  measureReplicas: ["catalog", "db", "http", "keys"],
  version: [],
  program: ["sentFault"],
  sentFault: ["db", "errors"],
  connect: ["config", "db"],
  api: interfaceParts,
  surface: "anything",
  // The declarations, pages and commands of a noun, in files that are named console, portal, shell or
  // api, and what both sites show of it, in files that are named shared.
  pages: [
    ...interfaceParts,
    "signInPages",
    "home",
    "siteContext",
    "console",
    "portal",
    "shared",
    "cli",
  ],
  shared: [...interfaceParts, "home", "siteContext"],
  portal: [...interfaceParts, "signInPages", "home", "siteContext", "pages", "shared"],
  console: [...interfaceParts, "signInPages", "home", "siteContext", "pages", "shared"],
  // The start pages of both sites, and what is no noun.
  home: [...nouns, "requests", "imports", ...base],
  siteContext: [...nouns, "http", "site", "html", "mail", ...base],
  signInPages: [...identity, "http", "site", "html", "mail", ...base],
  cli: [...interfaceParts, "pages", "backup", "config", "demo"],
  backup: ["db"],
  demo: [...nouns, "requests", "jobs", "files", "mail", ...base],
  jobs: [...nouns, "requests", "files", ...base, "mail"],
  requests: ["catalog", ...identity, ...base, "mail"],
  quoteRequests: ["quickOrders", "orders", "catalog", ...identity, ...base, "mail"],
  quickOrders: ["orders", "pricing", "imports", "catalog", ...identity, "files", ...base, "mail"],
  orders: ["pricing", "catalog", ...identity, "files", ...base, "mail"],
  pricing: ["imports", "catalog", ...identity, "files", ...base, "mail"],
  imports: ["catalog", ...identity, "files", ...base],
  catalog: ["files", ...base, "mail"],
  accounts: ["pricing", ...base, "mail"],
  keys: ["accounts", "signIn", ...base, "mail"],
  keyRequests: ["accounts", "keys", "signIn", "people", "pricing", ...base, "mail"],
  operatorKeys: ["accounts", "keys", "cli", ...base],
  signIn: ["accounts", ...base, "mail"],
  people: ["accounts", "signIn", ...base, "mail"],
  files: [],
  reading: ["contract", "files", "money", "price", "day"],
  mail: base,
  kit: ["signIn", "mail", "cli", "site", "http", "html", "files", "audit", "db", "errors"],
  http: ["version", "contract", "html", "db", "day", "money", "errors"],
  site: ["http", "contract", "html", "db", "day", "money", "errors"],
  html: ["money", "price", "errors", "day"],
  audit: ["kit", "db"],
  db: ["errors", "version"],
  contract: [],
  config: ["db", "day", "distributor"],
  distributor: ["db", "audit", "kit"],
  money: [],
  price: ["money"],
  day: [],
  encryptor: [],
  errors: [],
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
  return /^src\/(?!console|portal)[^/.]+\/(console|portal)\w*\.ts$/.exec(path)?.[1];
}

/** The operations of a noun. */
function isApi(path: string): boolean {
  return /^src\/(?!kit)[^/.]+\/api\.ts$/.test(path);
}

/** The part of src a path belongs to: `orders` for src/orders/x.ts, `main` for src/main.ts. */
function areaOf(path: string): string | undefined {
  if (siteOf(path) !== undefined || isApi(path)) return "pages";
  if (/^src\/(?!cli|kit)[^/.]+\/shell[A-Z]\w*\.ts$/.test(path)) return "pages";
  if (/^src\/(?!http)[^/.]+\/shared[A-Z]\w*\.ts$/.test(path)) return "shared";
  return /^src\/([^/.]+)/.exec(path)?.[1];
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
        "src/portal/a.ts": 'import { b } from "../api/b.ts";',
        "src/catalog/a.ts": '\nconst a = await import("../pricing/b.ts");',
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
        "src/portal/a.ts:1",
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
        "src/orders/a.ts": 'import { b } from "../pricing/b.ts";\nimport { c } from "./c.ts";',
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
    inEach(tree, /^src\/contract\//, (file) =>
      listImports(file)
        .filter(({ from }) => !/^typebox(\/|$)/.test(from))
        .filter(({ from }) => areaOf(targetOf(file, from) ?? "") !== "contract")
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
