// Certificates that buyers write beside a condition or instead of one: "NE / 8130-3", "CoC". Pure.
// Invariant: a text that is not completely read stays as it is, so that its row is unreadable.

import {
  certificateKey,
  collectCertificates,
} from "../../catalog/import/createCertificateReader.ts";
import { nameCertificates } from "../../catalog/nameCertificates.ts";
import {
  type ConditionCodes,
  type TradeCodes,
  toConditionCodes,
} from "../../catalog/tradeCodes.ts";
import {
  type CellWords,
  isCondition,
  splitConditionCell,
  withoutPapers,
} from "../../catalog/values/conditionCell.ts";
import { isPlaceholder } from "../../imports/cleanText.ts";
import { groupDigits } from "../../money.ts";
import { certificateRequested } from "../../orders/missingCertificates.ts";

/** What the conditions of a list can name. `certificates`: codes by the keys of their names. */
export type ListCodes = ConditionCodes & { readonly certificates: ReadonlyMap<string, string> };

export function toListCodes({
  conditions,
  certificates,
}: Pick<TradeCodes, "conditions" | "certificates">): ListCodes {
  return { ...toConditionCodes(conditions), certificates: collectCertificates(certificates) };
}

/** `condition` as written; `certificate` as it is stored, null if none is asked for. */
export type ConditionWish = { readonly condition: string; readonly certificate: string | null };

const anything: ReadonlySet<string> = new Set(["ANY", "ANY CONDITION", "TBA", "AS AVAILABLE"]);

/** Whether a text asks for no condition: "any", "n/a", "-". */
function asksNothing(text: string): boolean {
  return isPlaceholder(text) || anything.has(text.toUpperCase());
}

/** Words that make a wish for a certificate no other: "EASA Form 1 only". */
const emphasis = new RegExp(
  "\\b(?:only|required|req'?d|req|requested|needed|mandatory|preferred|please|pls|must(?: have)?)" +
    "\\b\\.?",
  "gi",
);

function findCertificate(piece: string, { certificates }: ListCodes): string | undefined {
  const named = certificates.get(certificateKey(withoutPapers(piece)));
  return named ?? certificates.get(certificateKey(withoutPapers(piece.replace(emphasis, ""))));
}

/** A statement on a certificate, which is none by itself: "8130-3 dual release". */
const statement = /\bdual[ -]?(?:release|certified|certification)\b/i;

/** The statement on a certificate that a text has, for the remark; null for none. */
export function findStatement(text: string): string | null {
  return statement.exec(text)?.[0] ?? null;
}

/** A condition without a word that changes nothing: "NE only". */
function withoutOnly(piece: string, codes: ListCodes): string {
  const bare = piece.replace(/ only$/i, "");
  return isCondition(bare, codes) ? bare : piece;
}

function wordsOf(codes: ListCodes): CellWords {
  return {
    isCondition: (text) => isCondition(text, codes),
    findCertificate: (text) => findCertificate(text, codes),
  };
}

/** The parts of a cell, and the certificates that they name. */
function listPieces(text: string, codes: ListCodes) {
  const plain = text.replace(statement, " ").trim().replace(/\s+/g, " ");
  const pieces = splitConditionCell(plain, wordsOf(codes));
  const found = pieces.map((piece) => findCertificate(piece, codes));
  const wanted = new Set(found.filter((code) => code !== undefined));
  // Beside a certificate, "only" or "required" concerns it.
  const isSilent = (piece: string) => wanted.size > 0 && piece.replace(emphasis, "").trim() === "";
  const others = pieces
    .filter((piece, place) => found[place] === undefined && !asksNothing(piece))
    .filter((piece) => !isSilent(piece))
    .map((piece) => withoutOnly(piece, codes));
  return { plain, others, certificate: wanted.size === 0 ? null : [...wanted].join("; ") };
}

/** Splits what a cell asks for; a statement on a certificate is for `findStatement`. */
export function splitCondition(text: string, codes: ListCodes): ConditionWish {
  const whole = text.trim().replace(/\s+/g, " ");
  if (whole === "" || isCondition(whole, codes)) return { condition: text, certificate: null };
  if (asksNothing(whole)) return { condition: "", certificate: null };
  const { plain, others, certificate } = listPieces(whole, codes);
  const single = findCertificate(plain, codes);
  if (single !== undefined) return { condition: "", certificate: single };
  const isRead = others.every((piece) => isCondition(piece, codes));
  const isReworded = plain !== whole || /\bonly\b/i.test(whole);
  if (certificate === null && !(isReworded && isRead)) return { condition: text, certificate };
  return { condition: others.join(" / "), certificate };
}

/** Words that turn a wish around: nothing beside them is read by itself. */
const negation = /\bw\/o\b|\b(?:without|no|not|non|none|except|excl|excluding|if|unless)\b/i;

/**
 * What a cell that is not completely read asks for beside conditions: the certificates that are
 * known, and the rest as written, for a remark; null if nothing is left. One unknown word is only
 * another condition.
 */
export function findUnreadWish(
  text: string,
  codes: ListCodes,
): { readonly certificate: string | null; readonly rest: string | null } {
  const whole = text.trim().replace(/\s+/g, " ");
  const { others, certificate } = listPieces(whole, codes);
  const unread = others.filter((piece) => !isCondition(piece, codes));
  if (unread.length === 0) return { certificate, rest: null };
  if (negation.test(whole)) return { certificate: null, rest: whole };
  const isSplit = certificate !== null || unread.length < others.length;
  if (isSplit) return { certificate, rest: unread.join(", ") };
  return { certificate, rest: whole.includes(" ") ? whole : null };
}

/** The certificates that a cell names, as they are stored; undefined if it is not all read. */
export function readCertificateCell(cell: string, codes: ListCodes): string | undefined {
  const { condition, certificate } = splitCondition(cell, codes);
  return condition === "" ? (certificate ?? undefined) : undefined;
}

/** The text of a condition and certificates, as `splitCondition` reads it. */
export function joinCondition(condition: string | null, certificate: string | null): string {
  return [condition ?? [], certificate?.split("; ") ?? []].flat().join(" / ");
}

/** Whether an offer has one of the certificates that are asked for, or none is. */
export function hasCertificate(
  { certificate }: { readonly certificate: string | null },
  wanted: string | null,
): boolean {
  if (wanted === null) return true;
  const present = certificate?.split("; ") ?? [];
  return wanted.split("; ").some((code) => present.includes(code));
}

/** The offers with a certificate that is asked for; all of them if none of these can supply it. */
export function preferCertified<O extends { readonly certificate: string | null }>(
  offers: readonly O[],
  wanted: string | null,
  canSupply: (offer: O) => boolean,
): readonly O[] {
  const certified = offers.filter((offer) => hasCertificate(offer, wanted));
  return certified.some(canSupply) ? certified : offers;
}

type Certified = { readonly certificate: string | null };

/**
 * Sentences if a certificate is asked for and not all of these offers have it, which
 * `preferCertified` left because none with it can supply the row; null if the choice is clear.
 * Waiting for one that is `onHold` may be better than another certificate.
 */
export function describeUncertified(
  offers: readonly Certified[],
  { certificate, quantity }: Certified & { readonly quantity: number | null },
  onHold: readonly Certified[],
): string | null {
  if (certificate === null || offers.every((offer) => hasCertificate(offer, certificate))) {
    return null;
  }
  const wanted = nameCertificates(certificate).replaceAll("; ", " or ");
  if (offers.some((offer) => hasCertificate(offer, certificate))) {
    const amount = groupDigits(quantity ?? 1);
    return `No offer with ${wanted} can supply ${amount}.`;
  }
  const codes = new Set(offers.flatMap((offer) => offer.certificate?.split("; ") ?? []));
  const others = [...codes].map(nameCertificates).join(", ");
  const isHeld = onHold.some((offer) => hasCertificate(offer, certificate));
  const held = isHeld ? ` An offer with ${wanted} is on hold.` : "";
  return others === ""
    ? `${wanted} not offered: no certificate is listed.${held}`
    : `${wanted} not offered, only ${others}.${held}`;
}

/** What a line says of a certificate that was asked for and that its offer does not list. */
export function writeCertificateRemark(
  wanted: string | null,
  offered: string | null,
): string | null {
  if (wanted === null || hasCertificate({ certificate: offered }, wanted)) return null;
  return `${certificateRequested}${nameCertificates(wanted).replaceAll("; ", " or ")}`;
}
