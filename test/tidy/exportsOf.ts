// The exports of a file, read from its statements.
import {
  type ExportSpecifier,
  isArrayBindingPattern,
  isArrowFunction,
  isAsExpression,
  isBindingElement,
  isClassDeclaration,
  isEnumDeclaration,
  isExportDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isInterfaceDeclaration,
  isNamedExports,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isTypeAliasDeclaration,
  isVariableStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from "typescript/unstable/ast";

/** An exported name: its statement or specifier, and whether it is a function. */
export type Exported = {
  readonly name: string;
  readonly node: Node;
  readonly isFunction: boolean;
};

/** Whether a statement carries a modifier such as `export` or `default`. */
function hasModifier(node: Node, kind: SyntaxKind): boolean {
  const { modifiers } = node as { modifiers?: readonly Node[] };
  return modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}

/** The specifiers of every `export { … }` of a file, those with a `from` included. */
function listSpecifiers(ast: SourceFile): ExportSpecifier[] {
  return ast.statements.flatMap((statement) => {
    if (!isExportDeclaration(statement) || statement.exportClause === undefined) return [];
    return isNamedExports(statement.exportClause) ? [...statement.exportClause.elements] : [];
  });
}

function isFunctionValue(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)) {
    return isFunctionValue(node.expression);
  }
  return isArrowFunction(node) || isFunctionExpression(node);
}

function boundNames(name: Node): string[] {
  if (isIdentifier(name)) return [name.text];
  if (!isObjectBindingPattern(name) && !isArrayBindingPattern(name)) return [];
  return name.elements.flatMap((element: Node) =>
    isBindingElement(element) && element.name !== undefined ? boundNames(element.name) : [],
  );
}

function declaredBy(node: Node): Exported[] {
  if (isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap((declaration) =>
      boundNames(declaration.name).map((name) => {
        return { name, node, isFunction: isFunctionValue(declaration.initializer) };
      }),
    );
  }
  const isFunction = isFunctionDeclaration(node);
  const isDeclaration =
    isFunction ||
    isClassDeclaration(node) ||
    isTypeAliasDeclaration(node) ||
    isInterfaceDeclaration(node) ||
    isEnumDeclaration(node);
  return isDeclaration && node.name !== undefined
    ? [{ name: node.name.text, node, isFunction }]
    : [];
}

/** The exported names of a file, in order; an overloaded function once for each signature. */
export function exportsOf(ast: SourceFile): Exported[] {
  const declared = ast.statements
    .filter((statement) => hasModifier(statement, SyntaxKind.ExportKeyword))
    .flatMap(declaredBy);
  const specified = listSpecifiers(ast).map((specifier) => {
    return { name: specifier.name.text, node: specifier, isFunction: false };
  });
  return [...declared, ...specified];
}
