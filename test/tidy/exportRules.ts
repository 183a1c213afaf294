// What files export: names only, each from the file it is written in, and the file named after one.
import { posix } from "node:path";
import {
  isExportAssignment,
  isExportDeclaration,
  isImportDeclaration,
  isNamedImports,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";
import { exportsOf, hasModifier, listSpecifiers } from "./exportsOf.ts";
import { type Fault, faultAt, inEach, type Rule } from "./rule.ts";
import type { TreeFile } from "./tree.ts";
import { wordsOf } from "./wordsOf.ts";

function faultsOf(file: TreeFile, nodes: readonly Node[], text: string): Fault[] {
  return nodes.map((node) => faultAt(file, node.getStart(), text));
}

function isDefaultExport(node: Node): boolean {
  return isExportAssignment(node) || hasModifier(node, SyntaxKind.DefaultKeyword);
}

const namedExports: Rule = {
  name: "exports are named, none is the default",
  find: (tree) =>
    inEach(tree, /./, (file) => {
      if (file.code === undefined) return [];
      const { ast } = file.code;
      const renamed = listSpecifiers(ast).filter((one) => one.name.text === "default");
      const nodes = [...ast.statements.filter(isDefaultExport), ...renamed];
      return faultsOf(file, nodes, "a default export");
    }),
  examples: [
    {
      files: {
        "src/a.ts": "export default 1;",
        "src/b.ts": "\nexport default function b() {}",
        "sdk/c.ts": "const c = 1;\nexport { c as default };",
      },
      at: ["src/a.ts:1", "src/b.ts:2", "sdk/c.ts:2"],
    },
    { files: { "src/a.ts": 'import fastify from "fastify";\nexport const a = 1;' }, at: [] },
  ],
};

function importedNames(ast: SourceFile): Set<string> {
  const names = ast.statements.filter(isImportDeclaration).flatMap((statement) => {
    const bindings = statement.importClause?.namedBindings;
    const own = statement.importClause?.name?.text;
    const bound =
      bindings === undefined
        ? []
        : isNamedImports(bindings)
          ? bindings.elements.map((element) => element.name.text)
          : [bindings.name.text];
    return own === undefined ? bound : [own, ...bound];
  });
  return new Set(names);
}

const ownExports: Rule = {
  name: "a file exports what is written in it, nothing of another file",
  find: (tree) =>
    inEach(tree, /./, (file) => {
      if (file.code === undefined) return [];
      const { ast } = file.code;
      const imported = importedNames(ast);
      const from = ast.statements.filter(
        (node) => isExportDeclaration(node) && node.moduleSpecifier !== undefined,
      );
      const passedOn = listSpecifiers(ast).filter((one) =>
        imported.has((one.propertyName ?? one.name).text),
      );
      return faultsOf(file, [...from, ...passedOn], "a re-export");
    }),
  examples: [
    {
      files: {
        "src/a.ts": 'export * from "./b.ts";\nexport type { C } from "./c.ts";',
        "sdk/b.ts": 'import { c } from "./c.ts";\nexport { c as d };',
      },
      at: ["src/a.ts:1", "src/a.ts:2", "sdk/b.ts:2"],
    },
    { files: { "src/a.ts": 'import { c } from "./c.ts";\nconst a = c;\nexport { a };' }, at: [] },
  ],
};

/** Files named after their kind: a noun's SQL, a set of errors, shared fields, wire types. */
const namedByKind = /^(queries|\w+Queries|errors|databaseErrors|fields|wireTypes)$/;

/** Whether the words of the file's name, singular or plural, stand together in the export's. */
function isNameOf(stem: string, name: string): boolean {
  const words = `${wordsOf(name).join(" ")} `.replaceAll("s ", " ");
  const sought = `${wordsOf(stem).join(" ")} `.replaceAll("s ", " ");
  return ` ${words}`.includes(` ${sought}`);
}

const fileName: Rule = {
  name: "a file is named after something it exports",
  find: (tree) =>
    inEach(tree, /^(src|sdk|test|bench)\/.*(?<!\.test|\.d)\.ts$/, (file) => {
      const stem = posix.basename(file.path, ".ts");
      const names = file.code === undefined ? [] : exportsOf(file.code.ast).map((one) => one.name);
      if (namedByKind.test(stem) || names.some((name) => isNameOf(stem, name))) return [];
      if (names.length === 0) return [];
      return [{ path: file.path, line: 1, text: `exports ${names.join(", ")}` }];
    }),
  examples: [
    {
      files: {
        "src/stock.ts": "export const part = 1;",
        "src/part.ts": "export const partial = 1, counterpart = 2;",
        "src/keyHash.ts": "export const hashKey = 1, key = 2, hash = 3;",
      },
      at: ["src/stock.ts:1", "src/part.ts:1", "src/keyHash.ts:1"],
    },
    {
      files: {
        "src/app.ts": "export function buildApp() {}",
        "src/partId.ts": "export type PartIds = {};\nexport const b = 1;",
        "src/contract/orders.ts": "export const OrderAnswer = 1;",
        "src/b.ts": "const b = 1;\nexport { b };",
        "src/orders/queries.ts": "export const b = 1;",
        "src/main.ts": "start();",
        "test/a.test.ts": "export const b = 1;",
      },
      at: [],
    },
  ],
};

/** The rules about exports. */
export const exportRules: readonly Rule[] = [namedExports, ownExports, fileName];
