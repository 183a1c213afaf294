// Finds objects that are read or written by a text that can be any: `table[text]` finds
// `constructor` and `__proto__` in every object. A Map finds only what was put into it. Needs the
// types, so it runs the compiler, whose interface is as unstable as in `code.ts`.
import { join, relative } from "node:path";
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import type { FileSystem } from "typescript/unstable/fs";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";

/** A cast narrows no text: the key of `table[text as Name]` is the text. */
function withoutCasts(key: Node): Node {
  return isAsExpression(key) ? withoutCasts(key.expression) : key;
}

function isAnyText(type: Type | undefined): boolean {
  if (type === undefined) return false;
  if (type.isUnionType()) return (type.getTypes() ?? []).some(isAnyText);
  return (type.flags & (TypeFlags.Any | TypeFlags.String | TypeFlags.TemplateLiteral)) !== 0;
}

/** The key by which a node looks something up in an object; undefined if it does not. */
function keyOf(node: Node): Node | undefined {
  if (isElementAccessExpression(node)) return node.argumentExpression;
  const isIn = isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword;
  return isIn ? node.left : undefined;
}

function isOutsideKey(node: Node, checker: Checker): boolean {
  const key = keyOf(node);
  if (key === undefined || isStringLiteral(key) || isNoSubstitutionTemplateLiteral(key))
    return false;
  return isAnyText(checker.getTypeAtLocation(withoutCasts(key)));
}

/** The places, as `path:line text`, of the files of a project whose path matches `where`. */
export function findOutsideKeys(root: string, where: RegExp, fs?: FileSystem): string[] {
  const api = new API({ cwd: root, ...(fs && { fs }) });
  const config = join(root, "tsconfig.json");
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error(`The compiler opened no ${config}.`);
    const { program, checker } = project;
    const paths = program.getSourceFileNames().map((name) => relative(root, name));
    return paths
      .filter((path) => where.test(path))
      .flatMap((path) => {
        const file = program.getSourceFile(join(root, path));
        if (file === undefined) throw new Error(`The compiler gave nothing for ${path}.`);
        const found: string[] = [];
        function visit(node: Node): void {
          if (isOutsideKey(node, checker)) {
            const line = file?.text.slice(0, node.getStart()).split("\n").length;
            found.push(`${path}:${line} ${node.getText()}`);
          }
          node.forEachChild(visit);
        }
        visit(file);
        return found;
      });
  } finally {
    api.close();
  }
}
