// How often something may be tried (decision 81). Counted in the database, so that all nodes count
// together, under hashes: what strangers typed is not kept.
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Queryable } from "../db/database.ts";
import { countAttempts, deleteAttempts, returnAttempt } from "./attemptQueries.ts";

type Limit = { readonly kind: string; readonly attempts: number; readonly windowMs: number };

/** Something that is counted: the limit and what it is counted for. */
export type Attempt = { readonly limit: Limit; readonly subject: string };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Attempts of a window that begins with the first of them. */
export const attemptLimits = {
  /** Sign-ins of one address: many people may sit behind it. */
  signInsOfAddress: { kind: "sign-in address", attempts: 100, windowMs: 15 * minuteMs },
  /** Sign-ins of one person from one address. */
  signInsOfPair: { kind: "sign-in pair", attempts: 10, windowMs: 15 * minuteMs },
  /** Sign-ins of one person from anywhere, as NIST SP 800-63B-4 bounds them; a reset clears it. */
  signInsOfEmail: { kind: "sign-in email", attempts: 100, windowMs: 30 * 24 * hourMs },
  resetsOfAddress: { kind: "reset address", attempts: 20, windowMs: hourMs },
  resetsOfEmail: { kind: "reset email", attempts: 3, windowMs: hourMs },
  invitationsOfAccount: { kind: "invitation account", attempts: 100, windowMs: 24 * hourMs },
  invitationsOfEmail: { kind: "invitation email", attempts: 5, windowMs: 24 * hourMs },
  keyRequestsOfAccount: { kind: "key request account", attempts: 10, windowMs: 24 * hourMs },
  /** Requests by the public form: of one client, and with one address in them. */
  keyRequestsOfAddress: { kind: "key request address", attempts: 10, windowMs: hourMs },
  keyRequestsOfEmail: { kind: "key request email", attempts: 3, windowMs: 24 * hourMs },
} as const satisfies Record<string, Limit>;

function hashSubject(subject: string): Buffer {
  return createHash("sha256").update(subject).digest();
}

/** Several attempts as the columns of a statement. */
function toColumns(attempts: readonly Attempt[]): { kinds: string[]; subjects: Buffer[] } {
  return {
    kinds: attempts.map(({ limit }) => limit.kind),
    subjects: attempts.map(({ subject }) => hashSubject(subject)),
  };
}

/**
 * Counts attempts; the seconds until the last window that is full ends, or null where all are
 * within their limits. Counting comes before trying, so that a hundred at once are a hundred.
 */
export async function countSignInAttempts(
  db: Queryable,
  attempts: readonly Attempt[],
  now: Date,
): Promise<number | null> {
  const ends = attempts.map(({ limit }) => new Date(now.getTime() + limit.windowMs));
  const counted = await countAttempts(db, { ...toColumns(attempts), ends }, now);
  const waits = counted.map(({ kind, count, endsAt }) => {
    const limit = attempts.find((attempt) => attempt.limit.kind === kind)?.limit.attempts ?? 0;
    return count > limit ? Math.ceil((endsAt.getTime() - now.getTime()) / 1_000) : 0;
  });
  const longest = Math.max(...waits);
  return longest === 0 ? null : longest;
}

/** What a sign-in counts for: its address, the person from there, the person from anywhere. */
function signInAttempts(
  address: string,
  email: string,
): Record<"address" | "pair" | "email", Attempt> {
  const client = clientNetwork(address);
  return {
    address: { limit: attemptLimits.signInsOfAddress, subject: client },
    pair: { limit: attemptLimits.signInsOfPair, subject: `${client}\0${email}` },
    email: { limit: attemptLimits.signInsOfEmail, subject: email },
  };
}

/**
 * Counts one sign-in; the seconds to wait, or null. What the address is refused does not count
 * against the person: else one stranger could shut them out at once.
 */
export async function countSignIn(
  db: Queryable,
  address: string,
  email: string,
  now: Date,
): Promise<number | null> {
  const attempts = signInAttempts(address, email);
  const waitS = await countSignInAttempts(db, [attempts.address, attempts.pair], now);
  return waitS ?? countSignInAttempts(db, [attempts.email], now);
}

/**
 * Forgets the failures before a sign-in that succeeded; its address gets its one attempt back.
 * Returns how often the person was tried since the last success, from anywhere, this one included.
 */
export async function clearSignIns(db: Queryable, address: string, email: string): Promise<number> {
  const attempts = signInAttempts(address, email);
  await returnAttempt(db, attempts.address.limit.kind, hashSubject(attempts.address.subject));
  const counted = await deleteAttempts(db, toColumns([attempts.pair, attempts.email]));
  return counted.find(({ kind }) => kind === attempts.email.limit.kind)?.count ?? 0;
}

/** Forgets the failed sign-ins of a person from anywhere: they proved who they are otherwise. */
export async function clearFailures(db: Queryable, email: string): Promise<void> {
  await deleteAttempts(db, toColumns([signInAttempts("", email).email]));
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfAddress = 8;
const groupsOfNetwork = 4;

function readGroups(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The network of a client's address; whatever is no IPv6 address stands for itself. */
export function clientNetwork(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const inIPv4 = mapped.exec(plain)?.[1];
  if (inIPv4 !== undefined) return inIPv4;
  if (!isIPv6(plain)) return address;
  const [head = "", tail] = plain.split("::");
  const first = readGroups(head);
  const last = readGroups(tail ?? "");
  const filled = Array.from({ length: groupsOfAddress - first.length - last.length }, () => "0");
  const groups = tail === undefined ? first : [...first, ...filled, ...last];
  return `${groups.slice(0, groupsOfNetwork).join(":")}::/64`;
}
