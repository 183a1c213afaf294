// Reads what a text asks for: conditions, certificates, or both. Invariant: a text that is not
// completely read says what was not read, so that a person is asked.
import { foldSynonym } from "./fold.ts";
import { fold, meaningOf } from "./lexicon.ts";
import { isWord, type Span, type Token, tokenize } from "./tokens.ts";
import { isPlaceholder } from "./words/placeholders.ts";

/** The operator's conditions, best first, and what people write for them, see `foldSynonym`. */
export type ConditionWords = {
  readonly known: ReadonlySet<string>;
  readonly synonyms: ReadonlyMap<string, string>;
};

/** What a wish can name. `certificates`: codes by the keys of their names. */
export type ListCodes = ConditionWords & {
  readonly certificates: Pick<ReadonlyMap<string, string>, "get">;
};

/** Equal for equal names of certificates: "Form-1" and "FORM 1". */
export function certificateKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

export type ConditionReading = {
  /** The conditions any of which is accepted, best first; empty for any. */
  readonly accepted: readonly string[];
  readonly certificates: readonly string[];
  /** What was not read, as it is written. */
  readonly unread: readonly string[];
  /** A statement on a certificate, which is none by itself: "8130-3 dual release". */
  readonly statement: string | null;
  /** Whether it only names conditions and certificates, without words such as "or", "required". */
  readonly isPlain: boolean;
  /** The words that were read as codes. */
  readonly words: readonly (readonly [word: string, code: string])[];
};

/** The code of a condition; undefined if it is none. */
export function findCondition(text: string, { known, synonyms }: ConditionWords) {
  const code = text.toUpperCase();
  if (known.has(code)) return code;
  const plain = foldSynonym(code);
  return synonyms.get(plain) ?? (/[^ -~]/.test(plain) ? synonyms.get(fold(plain)) : undefined);
}

/** Whether a text asks for nothing: "any", "n/a", "-". */
function asksNothing(text: string): boolean {
  return isPlaceholder(text) || meaningOf("joiner", text) === "any";
}

/** The words of a text without those for which `isDropped`; null if it has none of these. */
function dropWords(text: string, isDropped: (word: string) => boolean): string | null {
  const words = text.split(/ (?!have\b)/i);
  const left = words.filter((word) => !isDropped(word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "")));
  return left.length === words.length ? null : left.join(" ");
}

const isPaper = (word: string) => meaningOf("paper", word) === "paper";
const isOnly = (word: string) => meaningOf("joiner", word) === "only";
const isNeed = (word: string) => isOnly(word) || meaningOf("joiner", word) === "need";

function findCertificate(text: string, { certificates }: ListCodes): string | undefined {
  const bare = dropWords(text, isPaper) ?? text;
  const names = [text, bare, dropWords(bare, isNeed) ?? bare];
  return names.map((name) => certificates.get(certificateKey(name))).find((one) => one);
}

type Piece = {
  readonly text: string;
  /** The word or mark before it. */
  readonly joiner: string;
  readonly kind: "condition" | "certificate" | "better" | "nothing" | "need" | "unread";
  readonly code: string;
};

function toPiece(text: string, joiner: string, codes: ListCodes): Piece {
  const of = (kind: Piece["kind"], code = "") => ({ text, joiner, kind, code });
  const condition =
    findCondition(text, codes) ?? findCondition(dropWords(text, isOnly) ?? "", codes);
  if (condition !== undefined) return of("condition", condition);
  const certificate = findCertificate(text, codes);
  if (certificate !== undefined) return of("certificate", certificate);
  if (meaningOf("joiner", text) === "better") return of("better");
  if (asksNothing(text)) return of("nothing");
  return of(dropWords(text, isNeed) === "" ? "need" : "unread");
}

/** "NE 8130-3" and "8130-3 NE" as two pieces. */
function toPieces(text: string, joiner: string, codes: ListCodes): Piece[] {
  const whole = toPiece(text, joiner, codes);
  const words = whole.kind === "unread" ? text.split(" ") : [];
  for (let at = 1; at < words.length; at += 1) {
    const pair = [words.slice(0, at), words.slice(at)].map((some) => some.join(" "));
    const [one, other] = [toPiece(pair[0] ?? "", joiner, codes), toPiece(pair[1] ?? "", "", codes)];
    const kinds = new Set([one.kind, other.kind]);
    if (kinds.has("condition") && kinds.has("certificate")) return [one, other];
  }
  return [whole];
}

/** What a token joins: "or" for alternatives, "with" for a certificate; undefined for nothing. */
function joinerOf(tokens: readonly Token[], at: number): string | undefined {
  const { text = "", kind, isSpaced } = tokens[at] ?? {};
  if (kind === "mark") {
    if ("/,;&+|".includes(text)) return "or";
    const isDash = "-–".includes(text) && isSpaced && tokens[at + 1]?.isSpaced === true;
    return isDash || "()[]".includes(text) ? "with" : undefined;
  }
  // The o of Spanish has spaces around it, the one of O'Neil has none.
  const isShort = text.length === 1 && tokens[at + 1]?.isSpaced !== true;
  const meaning = isWord(tokens, at) && !isShort ? meaningOf("joiner", text) : undefined;
  if (meaning === "and") return "or";
  return meaning === "or" || meaning === "with" ? meaning : undefined;
}

/** Whether a word such as "or" has nothing before or after it. */
function isAlternative(tokens: readonly Token[], at: number): boolean {
  const isOr = joinerOf(tokens, at) === "or";
  return isOr && (at === 0 || tokens[at]?.kind === "letters");
}

/** The texts between joiners, each with the one before it. */
function splitPieces(text: string, codes: ListCodes): Piece[] {
  const tokens = tokenize(text);
  const pieces: Piece[] = [];
  let [start, joiner] = [0, ""];
  const add = (end: number) => {
    const piece = text.slice(start, end).trim();
    if (piece !== "") pieces.push(...toPieces(piece, joiner, codes));
    return piece !== "";
  };
  for (const [at, token] of tokens.entries()) {
    const found = joinerOf(tokens, at);
    if (found === undefined) continue;
    joiner = add(token.start) || joiner === "" ? found : joiner;
    start = token.end;
  }
  add(text.length);
  return pieces;
}

/** Where a text has a statement on a certificate. */
function placeStatement(text: string, tokens: readonly Token[]): Span | undefined {
  const pairs = tokens.flatMap(({ start }, at) => {
    const last = tokens[at + (tokens[at + 1]?.kind === "mark" ? 2 : 1)];
    return last === undefined ? [] : [{ start, end: last.end }];
  });
  return pairs.find(({ start, end }) => meaningOf("paper", text.slice(start, end)) === "statement");
}

const nothing = { accepted: [], certificates: [], unread: [], statement: null, words: [] } as const;

/** The conditions that pieces accept, best first; undefined if they do not say so together. */
function findAccepted(pieces: readonly Piece[], { known }: ConditionWords) {
  const codes = pieces.filter(({ kind }) => kind === "condition").map(({ code }) => code);
  const wished = pieces.filter(({ kind }) => kind === "condition" || kind === "better");
  if (!wished.slice(1).every(({ joiner }) => joiner === "or")) return undefined;
  const ranked = [...known];
  if (wished.length === codes.length) return ranked.filter((code) => codes.includes(code));
  const [worst = "", ...others] = codes;
  const isClear = wished[0]?.kind === "condition" && others.length === 0;
  return isClear ? ranked.slice(0, ranked.indexOf(worst) + 1) : undefined;
}

const mark = " / ";

/** Conditions any of which a row accepts, as it stores them: "NE / OH". */
export function joinConditions(codes: readonly string[]): string {
  return codes.join(mark);
}

/** A text that is one name: "NEW OR UNUSED", but "NE / OH" is a stored set of conditions. */
function findSingle(whole: string, codes: ListCodes): Piece | undefined {
  const stored = whole.split(mark);
  if (stored.length > 1 && stored.every((code) => codes.known.has(code))) return undefined;
  const piece = toPiece(whole, "", codes);
  return piece.kind === "condition" || piece.kind === "certificate" ? piece : undefined;
}

/** Marks of alternatives or of a doubt. */
const openMarks = ["|", "?"];
const meansOther = new Set(["or", "only", "need", "any", "better"]);

/** Reads a text completely; what it does not know, or what a word turns around, is unread. */
export function readCondition(written: string, codes: ListCodes): ConditionReading {
  const whole = written.trim().replace(/\s+/g, " ");
  if (whole === "" || asksNothing(whole)) return { ...nothing, isPlain: true };
  const tokens = tokenize(whole);
  const meanings = tokens.map(({ text }, at) => {
    if (openMarks.includes(text)) return "or";
    return isWord(tokens, at) ? meaningOf("joiner", text) : undefined;
  });
  const single = findSingle(whole, codes);
  const span = placeStatement(whole, tokens) ?? { start: 0, end: 0 };
  const statement = whole.slice(span.start, span.end) || null;
  const rest = `${whole.slice(0, span.start)} ${whole.slice(span.end)}`;
  const pieces = single === undefined ? splitPieces(rest, codes) : [single];
  const accepted = findAccepted(pieces, codes);
  const isTurned = single === undefined && meanings.includes("without");
  const isOpen = isAlternative(tokens, 0) || isAlternative(tokens, tokens.length - 1);
  const isNone = pieces.length === 0 || isTurned || (single === undefined && isOpen);
  if (isNone || accepted === undefined) {
    return { ...nothing, unread: [whole], statement, isPlain: false };
  }
  const papers = pieces.filter(({ kind }) => kind === "certificate").map(({ code }) => code);
  const unread = pieces.filter(
    ({ kind }) => kind === "unread" || (kind === "need" && papers.length === 0),
  );
  return {
    accepted,
    certificates: [...new Set(papers)],
    unread: unread.map(({ text }) => text),
    statement,
    isPlain: statement === null && !meanings.some((one) => meansOther.has(one ?? "")),
    words: pieces.flatMap(({ kind, text, code }) =>
      kind === "condition" && !codes.known.has(text.toUpperCase())
        ? [[text.toUpperCase(), code] as const]
        : [],
    ),
  };
}

/** The statement on a certificate that a text has, for the remark; null for none. */
export function findStatement(text: string): string | null {
  const span = placeStatement(text, tokenize(text));
  return span === undefined ? null : text.slice(span.start, span.end);
}

/** The conditions that a row accepts, as it stores them; empty if it accepts any. */
export function listAccepted(condition: string | null): readonly string[] {
  return condition?.split(mark) ?? [];
}

/** Whether a row accepts a condition. */
export function acceptsCondition(condition: string | null, code: string): boolean {
  return condition === null || listAccepted(condition).includes(code);
}

/** Certificates as they are stored; null for none. */
export function joinCertificates(codes: readonly string[]): string | null {
  return codes.length === 0 ? null : codes.join("; ");
}

/** The certificates that a cell names, as they are stored; undefined if it is not all read. */
export function readCertificateCell(cell: string, codes: ListCodes): string | undefined {
  const { accepted, certificates, unread } = readCondition(cell, codes);
  const isRead = accepted.length === 0 && unread.length === 0;
  return isRead ? (joinCertificates(certificates) ?? undefined) : undefined;
}

/** The text of a condition and certificates, as `readCondition` reads it. */
export function joinCondition(condition: string | null, certificate: string | null): string {
  return [condition ?? [], certificate?.split("; ") ?? []].flat().join(mark);
}

/**
 * What a text that is not completely read asks for beside conditions: the certificates that are
 * known, and the rest as written, for a remark. One unknown word is only another condition.
 */
export function findUnreadWish(
  text: string,
  codes: ListCodes,
): { readonly certificate: string | null; readonly rest: string | null } {
  const { accepted, certificates, unread } = readCondition(text, codes);
  const isSplit = accepted.length + certificates.length > 0;
  const rest = isSplit ? unread.join(", ") : text.trim().replace(/\s+/g, " ");
  const isWord = !isSplit && !/[\s,;/|]/.test(rest);
  const isRead = unread.length === 0 || isWord;
  return { certificate: joinCertificates(certificates), rest: isRead ? null : rest };
}

/** Splits certificates as files have them: at a slash only if that yields a known one. */
export function splitCertificates(text: string, isKnown: (name: string) => boolean): string[] {
  const pieces = text.split(/[|;]/).flatMap((piece) => {
    const parts = isKnown(piece) ? [piece] : piece.split("/");
    return parts.some(isKnown) ? parts : [piece];
  });
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}
