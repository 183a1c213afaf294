// Suggests the account of a key request. Pure.
import type { Account, AccountId } from "../accounts/account.ts";
import { hostOf, isFreeMailHost } from "./freeMailHosts.ts";

/** The strongest reason first. */
export type SuggestionReason = "same address" | "same host" | "like name";

export type SuggestedAccount = { readonly account: Account; readonly reason: SuggestionReason };

const maxSuggestions = 6;
/** From this likeness on, two names share most of their letter pairs. */
const minLikeness = 0.6;

/** The legal forms of companies. */
const formWords = new Set(
  `ltd limited inc llc llp plc gmbh ag kg co corp corporation sa sas srl bv nv oy ab as pte pty the
  and`.split(/\s+/),
);

/** Normalizes a company's name: lower case, without accents, punctuation and legal form. */
function foldCompany(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const telling = words.filter((word) => !formWords.has(word));
  return (telling.length === 0 ? words : telling).join(" ");
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let place = 0; place < text.length - 1; place += 1) {
    const pair = text.slice(place, place + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** The likeness of two texts by their letter pairs, from 0 to 1. */
function likeness(first: string, second: string): number {
  if (first === second) return first === "" ? 0 : 1;
  const [ones, others] = [pairsOf(first), pairsOf(second)];
  let shared = 0;
  for (const [pair, count] of ones) shared += Math.min(count, others.get(pair) ?? 0);
  const all = Math.max(0, first.length - 1) + Math.max(0, second.length - 1);
  return all === 0 ? 0 : (2 * shared) / all;
}

/** Whether one name starts with the words of the other: "Example Air" and "Example Air Cargo". */
function beginsAlike(first: string, second: string): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  return short.length >= 4 && `${long} `.startsWith(`${short} `);
}

/**
 * Returns at most six accounts, the most likely first. `ofHost` are the addresses of accounts and
 * their users with the host of the request's address; a free mail host suggests nothing.
 */
export function suggestAccounts(
  asked: { readonly email: string; readonly company: string | null },
  accounts: readonly Account[],
  ofHost: readonly { readonly accountId: AccountId; readonly email: string }[],
): readonly SuggestedAccount[] {
  const email = asked.email.toLowerCase();
  const sameAddress = new Set(ofHost.filter((one) => one.email === email).map((o) => o.accountId));
  const sameHost = new Set(
    isFreeMailHost(hostOf(email)) ? [] : ofHost.map(({ accountId }) => accountId),
  );
  const company = foldCompany(asked.company ?? "");
  const judged = accounts.flatMap((account) => {
    const { accountId } = account;
    const name = foldCompany(account.name);
    const alike = company === "" ? 0 : likeness(company, name);
    const isLike = alike >= minLikeness || (company !== "" && beginsAlike(company, name));
    const by = (reason: SuggestionReason, rank: number) => [{ account, reason, rank, alike }];
    if (sameAddress.has(accountId)) return by("same address", 0);
    if (sameHost.has(accountId)) return by("same host", 1);
    return isLike ? by("like name", 2) : [];
  });
  return judged
    .toSorted((a, b) => a.rank - b.rank || b.alike - a.alike)
    .slice(0, maxSuggestions)
    .map(({ account, reason }) => ({ account, reason }));
}
