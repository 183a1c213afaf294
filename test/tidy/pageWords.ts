// Finds the words that a person reads in the code of a page: whether a text belongs in a catalogue.
import {
  isCallExpression,
  isIdentifier,
  isLiteralTypeNode,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  SyntaxKind,
  type TemplateLiteral,
} from "typescript/unstable/ast";
import type { Code } from "./code.ts";
import type { Tree } from "./tree.ts";

/** What replaces computed values of a template: a letter, so that it counts as a word. */
const computed = "ˣ";

const twoWords = /\p{L}['’\w]*[,;:.…]? +\p{L}/u;
const capitalised = /^\p{Lu}-?\p{Ll}/u;
const word = /\p{L}{2}/u;
/** An address, a piece of a command, a command, a media type, SVG, a source of content. */
const codeShape = /^(?:[#?"']|(?:\.{1,2}|ˣ)?\/|npm |read -rs |[a-z]+\/[a-z]+;|M[ˣ\d]|[a-z]+-src ')/;
/** Attributes that a template adds to a tag. */
const onlyAttributes =
  /^(?:ˣ|\s*[\w-]+="[^"]*"|\s+(?:autofocus|checked|disabled|hidden|open|selected|data-[\w-]+))+$/;
const readAttribute = /\b(?:aria-label|title|placeholder|alt)="([^"]*)"/g;

/** Properties whose value is always read by a person, even if it is one word. */
const readProperties = new Set(
  "caption confirm figure hint label none sentence summary term text title".split(" "),
);

/** Where a string is a value for code. */
const codeParents = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.LiteralType,
  SyntaxKind.CaseClause,
  SyntaxKind.BinaryExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.PropertySignature,
  // What is thrown is for the log.
  SyntaxKind.NewExpression,
]);

/** Calls whose texts are for the log, for browsers or compared. */
const codeCall = /\.(?:error|warn|info|header|startsWith)$/;

function textOf(node: Node | TemplateLiteral): string | undefined {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map((span) => computed + span.literal.text).join("");
}

/** Whether a template of markup has words between its tags, or in attributes that are read out. */
function isWordyMarkup(markup: string): boolean {
  const attributes = [...markup.matchAll(readAttribute)].map((found) => found[1] ?? "");
  const isTag = onlyAttributes.test(markup);
  const between = isTag ? "" : markup.replace(/<[^>]*>/g, "\n").replace(/&\w+;/g, " ");
  return [...attributes, between].some((text) => word.test(text.replaceAll(computed, " ")));
}

function isReadInPlace(node: Node): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (isPropertyAssignment(parent)) return readProperties.has(parent.name.getText());
  return isCallExpression(parent) && /^(?:render|describe)/.test(parent.expression.getText());
}

function isWordyText(node: Node, text: string, codeValues: ReadonlySet<string>): boolean {
  if (codeShape.test(text) || codeValues.has(text)) return false;
  const fixed = text.replaceAll(computed, "");
  if (twoWords.test(text)) return word.test(fixed);
  return capitalised.test(fixed) && isReadInPlace(node);
}

function isWords(node: Node, codeValues: ReadonlySet<string>): boolean {
  if (isTaggedTemplateExpression(node)) {
    return isWordyMarkup(textOf(node.template)?.replaceAll("\\n", "\n") ?? "");
  }
  if (isCallExpression(node) && isIdentifier(node.expression)) {
    return node.expression.text === "formatCounted";
  }
  const { parent } = node;
  const text = textOf(node);
  if (text === undefined || parent === undefined || isTaggedTemplateExpression(parent)) {
    return false;
  }
  if (codeParents.has(parent.kind)) return false;
  if (isCallExpression(parent) && codeCall.test(parent.expression.getText())) return false;
  if (isPropertyAssignment(parent) && (parent.name === node || parent.name.getText() === "outcome"))
    return false;
  return isWordyText(node, text, codeValues);
}

/** The nodes of a page with words that a person reads. A count with its noun is such a text. */
export function findPageWords(code: Code, codeValues: ReadonlySet<string>): readonly Node[] {
  return code.nodes.filter((node) => isWords(node, codeValues));
}

/** The members of union types, such as "too many": values that code compares. */
export function listCodeValues(tree: Tree): ReadonlySet<string> {
  const values = new Set<string>();
  for (const { path, code } of tree.values()) {
    if (!path.startsWith("src/")) continue;
    for (const node of code?.nodes ?? []) {
      if (!isLiteralTypeNode(node)) continue;
      const text = textOf(node.literal);
      if (text !== undefined) values.add(text);
    }
  }
  return values;
}
