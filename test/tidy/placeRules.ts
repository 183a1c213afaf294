// Things that have one place: SQL, the environment, the clock, randomness, output to the terminal.
import {
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isImportDeclaration,
  isNamedImports,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { faultAt, inEach, type Rule } from "./rule.ts";

/** A rule that no node of the files that match `where`, but for those in `except`, may break. */
function nowhereElse(
  name: string,
  where: { readonly in: RegExp; readonly except: RegExp },
  breaks: (node: Node) => boolean,
  examples: Rule["examples"],
): Rule {
  return {
    name,
    find: (tree) =>
      inEach(tree, where.in, (file) => {
        if (where.except.test(file.path)) return [];
        const nodes = (file.code?.nodes ?? []).filter(breaks);
        return nodes.map((node) => {
          const start = node.getStart();
          return faultAt(file, start, file.text.slice(start, node.end).split("\n")[0] ?? "");
        });
      }),
    examples,
  };
}

/** `object.name` or `object["name"]`, with a name of the set. */
function isMember(node: Node, object: string, names: ReadonlySet<string>): boolean {
  if (isPropertyAccessExpression(node) && isIdentifier(node.expression)) {
    return node.expression.text === object && names.has(node.name.text);
  }
  if (isElementAccessExpression(node) && isIdentifier(node.expression)) {
    const key = node.argumentExpression;
    return node.expression.text === object && isStringLiteral(key) && names.has(key.text);
  }
  return false;
}

function isSum(node: Node): boolean {
  return isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken;
}

/** The text of a literal, a template or their concatenation, with computed values as `$0`. */
function textOf(node: Node): string {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `$0${span.literal.text}`).join("");
  }
  if (isBinaryExpression(node) && isSum(node)) return textOf(node.left) + textOf(node.right);
  return "$0";
}

/** Whether it is the template of `sql`, whose values are parameters. */
function isTagged({ parent }: Node): boolean {
  return (
    parent !== undefined &&
    isTaggedTemplateExpression(parent) &&
    isIdentifier(parent.tag) &&
    parent.tag.text === "sql"
  );
}

/** How statements begin. They are in lower case, and labels of buttons are not. */
const statement =
  /^\s*(?:(?:select|update|delete from|copy|lock table|listen|notify|truncate|merge into|alter|drop) \S|insert into \w|with \w+ as |create (?:\w+ )*table )/;

const sql = nowhereElse(
  "SQL is only in queries files, in src/db, in the replica, and where it is tagged as SQL",
  { in: /^src\//, except: /^src\/(db|catalog\/replica)\/|\/(queries|\w+Queries)\.ts$/ },
  (node) => !isSum(node.parent ?? node) && !isTagged(node) && statement.test(textOf(node)),
  [
    {
      files: {
        "src/orders/a.ts": [
          'a("select id from orders where account_id = $1");',
          `a(\`\n  select \${columns} from orders\`);`,
          'a("insert into orders (id) " + values);',
          'a("with drafts as (select 1) select * from drafts");',
          'a("listen revoked_keys");',
          'a("create unlogged table staging (a text)");',
        ].join("\n"),
      },
      at: [1, 2, 4, 5, 6, 7].map((line) => `src/orders/a.ts:${line}`),
    },
    {
      files: {
        "src/orders/b.ts": [
          'a("Select a part from the list");',
          'a("with this address you sign in");',
          'a("select");',
          "a(sql`select id from orders`);",
          'a("<select name=\\"condition\\">");',
        ].join("\n"),
        "src/orders/queries.ts": 'a("select id from orders");',
        "src/orders/changeQueries.ts": 'a("select id from orders");',
        "src/db/a.ts": 'a("select id from orders");',
        "test/a.ts": 'a("select id from orders");',
      },
      at: [],
    },
  ],
);

const env = new Set(["env"]);

function readsEnvironment(node: Node): boolean {
  if (isMember(node, "process", env)) return true;
  if (isVariableDeclaration(node) && isObjectBindingPattern(node.name)) {
    return node.initializer?.getText() === "process" && /\benv\b/.test(node.name.getText());
  }
  if (!isImportDeclaration(node) || !isStringLiteral(node.moduleSpecifier)) return false;
  const bindings = node.importClause?.namedBindings;
  if (!/^(node:)?process$/.test(node.moduleSpecifier.text) || bindings === undefined) return false;
  return isNamedImports(bindings) && bindings.elements.some((one) => /\benv\b/.test(one.getText()));
}

const environment = nowhereElse(
  "the environment is read only in config",
  { in: /^(src|sdk)\//, except: /^src\/server\/config(\.ts$|\/)/ },
  readsEnvironment,
  [
    {
      files: {
        "src/db/a.ts": 'a(process.env.PORT);\na(process["env"]);\nconst { env } = process;',
        "src/server/app.ts": 'import { env } from "node:process";',
      },
      at: ["src/db/a.ts:1", "src/db/a.ts:2", "src/db/a.ts:3", "src/server/app.ts:1"],
    },
    {
      files: {
        "src/server/config.ts": "a(process.env);",
        "src/server/config/a.ts": "a(process.env);",
        "src/db/a.ts": "// process.env is read in config.\na(process.pid);",
      },
      at: [],
    },
  ],
);

const dateNow = new Set(["now"]);
const temporalNow = new Set(["Now"]);

function readsClock(node: Node): boolean {
  if (isMember(node, "Date", dateNow) || isMember(node, "Temporal", temporalNow)) return true;
  if (!isNewExpression(node) && !isCallExpression(node)) return false;
  const bare = node.arguments === undefined || node.arguments.length === 0;
  return isIdentifier(node.expression) && node.expression.text === "Date" && bare;
}

const clockReaders =
  /^src\/((server\/api|jobs|kit\/shell|kit\/html\/assets)\/|main\.ts$|server\/(app|node|workers\/workerThread)\.ts$|[^/]+\/(console|portal|shared|shell)\w*\.ts$)/;

const clock = nowhereElse(
  "the clock is read where a request, a command or a job starts",
  { in: /^src\//, except: clockReaders },
  readsClock,
  [
    {
      files: { "src/orders/a.ts": "a(Date.now());\na(new Date);\na({ now: Date.now });\nDate();" },
      at: [1, 2, 3, 4].map((line) => `src/orders/a.ts:${line}`),
    },
    {
      files: {
        "src/orders/a.ts": "a(new Date(now));\na(Date.UTC(2026));",
        "src/server/api/a.ts": "a(Date.now());",
        "src/main.ts": "a(new Date());",
        "test/a.ts": "a(Date.now());",
      },
      at: [],
    },
  ],
);

const random = new Set(["random"]);

const chance = nowhereElse(
  "nothing in src uses Math.random",
  { in: /^src\//, except: /^$/ },
  (node) => isMember(node, "Math", random),
  [
    { files: { "src/server/api/a.ts": "a(Math.random());" }, at: ["src/server/api/a.ts:1"] },
    {
      files: { "src/server/api/a.ts": "a(Math.round(1));", "test/a.ts": "Math.random();" },
      at: [],
    },
  ],
);

const consoleMethods = new Set(["log", "error", "warn", "info", "debug", "trace", "table", "dir"]);

const terminal = nowhereElse(
  "nothing in src writes to console",
  { in: /^src\//, except: /^$/ },
  (node) => isMember(node, "console", consoleMethods),
  [
    { files: { "src/orders/shellA.ts": "console.log(1);" }, at: ["src/orders/shellA.ts:1"] },
    { files: { "test/a.ts": "console.log(1);", "src/server/app.ts": "console.add(1);" }, at: [] },
  ],
);

const replannedLimit = nowhereElse(
  "no limit of the replica is a parameter alone, which SQLite would plan again each time",
  { in: /^src\//, except: /^$/ },
  (node) => !isSum(node.parent ?? node) && /\blimit \?\d*(?!\d| \+ 0)/.test(textOf(node)),
  [
    { files: { "src/catalog/a.ts": 'a("select 1 limit ?2");' }, at: ["src/catalog/a.ts:1"] },
    { files: { "src/catalog/a.ts": 'a("select 1 limit ?12 + 0");' }, at: [] },
  ],
);

/** The rules about things that have one place, and how statements are written. */
export const placeRules: readonly Rule[] = [
  sql,
  environment,
  clock,
  chance,
  terminal,
  replannedLimit,
];
