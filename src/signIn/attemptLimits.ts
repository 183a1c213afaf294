// Limits on attempts, counted in the database so that all nodes share them. Subjects are stored as
// hashes, because strangers typed them.
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { Queryable } from "../db/database.ts";
import { countAttempts, deleteAttempts, returnAttempt } from "./attemptQueries.ts";

type Limit = { readonly kind: string; readonly attempts: number; readonly windowMs: number };

export type Attempt = { readonly limit: Limit; readonly subject: string };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A window starts with its first attempt. */
export const attemptLimits = {
  /** Per address; many people may share one. */
  signInsOfAddress: { kind: "sign-in address", attempts: 100, windowMs: 15 * minuteMs },
  /** Per person and address. */
  signInsOfPair: { kind: "sign-in pair", attempts: 10, windowMs: 15 * minuteMs },
  /**
   * Per person from any address. A stranger who uses it up locks the person out until the window
   * ends or the password is reset, so it is hours; 400 guesses per day find no long password.
   */
  signInsOfEmail: { kind: "sign-in email", attempts: 100, windowMs: 6 * hourMs },
  resetsOfAddress: { kind: "reset address", attempts: 20, windowMs: hourMs },
  resetsOfEmail: { kind: "reset email", attempts: 3, windowMs: hourMs },
  invitationsOfAccount: { kind: "invitation account", attempts: 100, windowMs: 24 * hourMs },
  invitationsOfEmail: { kind: "invitation email", attempts: 5, windowMs: 24 * hourMs },
  keyRequestsOfAccount: { kind: "key request account", attempts: 10, windowMs: 24 * hourMs },
  /** Requests with the public form: per client and per e-mail address. */
  keyRequestsOfAddress: { kind: "key request address", attempts: 10, windowMs: hourMs },
  keyRequestsOfEmail: { kind: "key request email", attempts: 3, windowMs: 24 * hourMs },
  /** Quote requests and messages on them, each of which sends an e-mail. */
  quoteRequestsOfAccount: { kind: "quote request account", attempts: 100, windowMs: 24 * hourMs },
} as const satisfies Record<string, Limit>;

function hashSubject(subject: string): Buffer {
  return createHash("sha256").update(subject).digest();
}

function toColumns(attempts: readonly Attempt[]): { kinds: string[]; subjects: Buffer[] } {
  return {
    kinds: attempts.map(({ limit }) => limit.kind),
    subjects: attempts.map(({ subject }) => hashSubject(subject)),
  };
}

/**
 * Counts attempts. Returns the seconds until all full windows have ended, or null if all attempts
 * are within their limits. Call it before the attempt, so that concurrent attempts all count.
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
 * Counts one sign-in. Returns the seconds to wait, or null. Attempts that the limit of the address
 * refuses do not count against the person: otherwise one stranger could lock them out.
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
 * Clears the failures before a successful sign-in and gives the address its attempt back. Returns
 * how often the person was tried since the last success, from any address, including this one.
 */
export async function clearSignIns(db: Queryable, address: string, email: string): Promise<number> {
  const attempts = signInAttempts(address, email);
  await returnAttempt(db, attempts.address.limit.kind, hashSubject(attempts.address.subject));
  const counted = await deleteAttempts(db, toColumns([attempts.pair, attempts.email]));
  return counted.find(({ kind }) => kind === attempts.email.limit.kind)?.count ?? 0;
}

/** Clears the failed sign-ins of a person who proved their identity in another way. */
export async function clearFailures(db: Queryable, email: string): Promise<void> {
  await deleteAttempts(db, toColumns([signInAttempts("", email).email]));
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfAddress = 8;
const groupsOfNetwork = 4;

function readGroups(text: string): string[] {
  return text === "" ? [] : text.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The /64 network of an IPv6 address; any other text is returned unchanged. */
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
