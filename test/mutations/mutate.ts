// Draws mutations of code and compiles them in, each behind a switch.
import {
  isBinaryExpression,
  isExpression,
  isFunctionLikeDeclaration,
  isIfStatement,
  isLiteralTypeNode,
  isNumericLiteral,
  isPrefixUnaryExpression,
  isPropertyName,
  type Node,
  SyntaxKind,
} from "typescript/unstable/ast";
import { buildTrees, type Tree } from "../tidy/tree.ts";

/** A change of one expression: at its `at`th occurrence in the file, `from` becomes `to`. */
export type Mutation = {
  readonly number: number;
  readonly path: string;
  readonly from: string;
  readonly at: number;
  readonly to: string;
  /** The test file that failed when the list was made; null if none did. */
  readonly noticedBy: string | null;
};

type Candidate = { readonly start: number; readonly end: number; readonly to: string };

const swaps = new Map<SyntaxKind, string>([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
]);

/** What an expression becomes; undefined if it is not mutated. */
function mutate(node: Node, text: string): string | undefined {
  const textOf = (part: Node): string => text.slice(part.getStart(), part.end);
  if (isBinaryExpression(node)) {
    const operator = swaps.get(node.operatorToken.kind);
    if (operator === undefined) return undefined;
    const isJoin = /^["'`]|["'`]$/.test(textOf(node));
    return isJoin && operator === "-"
      ? undefined
      : `${textOf(node.left)} ${operator} ${textOf(node.right)}`;
  }
  if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
    return `Boolean(${textOf(node.operand)})`;
  }
  if (node.kind === SyntaxKind.TrueKeyword) return "false";
  if (node.kind === SyntaxKind.FalseKeyword) return "true";
  if (isNumericLiteral(node)) return `${textOf(node)} + 1`;
  if (isIfStatement(node.parent) && node.parent.expression === node) return `!(${textOf(node)})`;
  return undefined;
}

/** Whether a node is an expression that runs whenever its function does. */
function isInFunction(node: Node): boolean {
  if (!isExpression(node) || isLiteralTypeNode(node.parent)) return false;
  const owner = node.parent as Node & { readonly name?: Node };
  if (owner.name === node && isPropertyName(node)) return false;
  for (let parent: Node | undefined = node.parent; parent; parent = parent.parent) {
    if (isFunctionLikeDeclaration(parent)) return true;
  }
  return false;
}

function listCandidates(tree: Tree, path: string): Candidate[] {
  const file = tree.get(path);
  return (file?.code?.nodes ?? []).flatMap((node) => {
    if (!isInFunction(node)) return [];
    const to = mutate(node, file?.text ?? "");
    return to === undefined ? [] : [{ start: node.getStart(), end: node.end, to }];
  });
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` mutations, one per file at most: the larger a file, the likelier it is drawn. */
export function drawMutations(
  texts: Readonly<Record<string, string>>,
  seed: number,
  count: number,
): Mutation[] {
  const random = createRandom(seed);
  const sources = Object.fromEntries(
    Object.entries(texts).filter(([path]) => /^src\/.*\.ts$/.test(path)),
  );
  const [tree = new Map()] = buildTrees([sources]);
  const files = Object.keys(sources)
    .map((path) => ({ path, candidates: listCandidates(tree, path) }))
    .filter(({ candidates }) => candidates.length > 0);
  return Array.from({ length: count }, (_, index) => {
    const total = files.reduce((sum, { candidates }) => sum + candidates.length, 0);
    let place = Math.floor(random() * total);
    const drawn = files.findIndex(({ candidates }) => {
      if (place < candidates.length) return true;
      place -= candidates.length;
      return false;
    });
    const [file] = files.splice(drawn, 1);
    const candidate = file?.candidates[place];
    if (file === undefined || candidate === undefined) throw new Error("Too few files.");
    const text = sources[file.path] ?? "";
    const from = text.slice(candidate.start, candidate.end);
    const at = text.slice(0, candidate.start).split(from).length;
    return { number: index + 1, path: file.path, from, at, to: candidate.to, noticedBy: null };
  });
}

/** The position of a mutation in the text of its file; throws if it is not there any more. */
function findStart(text: string, { path, from, at, number }: Mutation): number {
  let start = -from.length;
  for (let found = 0; found < at; found += 1) {
    start = text.indexOf(from, start + from.length);
    if (start < 0) throw new Error(`Mutation ${number}: ${path} has no "${from}" number ${at}.`);
  }
  return start;
}

/** The text of a file with its mutation compiled in; it runs where `switchFile` says so. */
export function compileIn(text: string, mutation: Mutation, switchFile: string): string {
  const start = findStart(text, mutation);
  const { from, to, number } = mutation;
  const choice = `(isMutated(${number}) ? (${to}) : (${from}))`;
  const mutated = text.slice(0, start) + choice + text.slice(start + from.length);
  const header = `import { isMutated } from ${JSON.stringify(switchFile)};\n`;
  // The file may have another mutation.
  return mutated.startsWith(header) ? mutated : header + mutated;
}
