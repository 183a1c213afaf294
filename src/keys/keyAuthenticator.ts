// Authenticates a caller by API key (decisions 7 to 9 and 39). Caches a valid key and its network
// for at most one second, and clears the cache when the database reports a change to an account.
import { type Caller, keyState } from "../accounts/account.ts";
import type { Database } from "../db/database.ts";
import { Failure } from "../errors.ts";
import { clientNetwork } from "../signIn/attemptLimits.ts";
import { hashKey, parseKey } from "./plainKey.ts";
import { useKey } from "./queries.ts";

/** The database notifies this channel of every change to an account or its keys. */
export const accessChangedChannel = "access_changed";

export type KeyAuthenticator = {
  /**
   * The caller of an `Authorization` header. Throws INVALID_API_KEY, KEY_REVOKED or
   * ACCOUNT_SUSPENDED. Only keys with a valid checksum reach the database. The first use of a key
   * from a new network (of `address`, the client's) is recorded.
   */
  authenticate(authorization: string | undefined, now: Date, address: string): Promise<Caller>;
  /** The caller if `authenticate` would find it in its cache. */
  findCached(authorization: string | undefined, now: Date, address: string): Caller | undefined;
  /** Clears the cache, including lookups in progress. */
  forgetAll(): void;
};

/**
 * How long a valid key is cached: the maximum delay of a revocation if its notification is lost.
 */
const cachedMs = 1_000;
const maxCachedKeys = 10_000;

/** A caller and the time at which the key expires, in milliseconds. */
type Found = { readonly caller: Caller; readonly endsMs: number };

/** `settled` is the result of `found` as soon as there is one. */
type Remembered = {
  readonly untilMs: number;
  readonly found: Promise<Found>;
  settled: Found | undefined;
};

const bearer = /^bearer +([^\s]+) *$/i;

/** Reads the key from "Bearer KEY"; the scheme is case-insensitive. */
function readBearer(authorization: string | undefined): string {
  const found = bearer.exec(authorization ?? "");
  if (found?.[1] === undefined) {
    throw new Failure("INVALID_API_KEY", {
      message:
        "The Authorization header is missing or malformed. " +
        "Send: Authorization: Bearer <API_KEY>.",
    });
  }
  return found[1];
}

async function findCaller(db: Database, text: string, network: string, now: Date): Promise<Found> {
  const key = parseKey(text);
  const found = key === undefined ? undefined : await useKey(db, hashKey(key), now, network);
  if (found === undefined) throw new Failure("INVALID_API_KEY");
  if (keyState(found, now) !== "active") throw new Failure("KEY_REVOKED");
  if (found.suspendedAt !== null) throw new Failure("ACCOUNT_SUSPENDED");
  return {
    caller: { accountId: found.accountId, keyId: found.keyId },
    endsMs: found.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** Only valid keys are cached; a failure is looked up again. */
export function createKeyAuthenticator(db: Database): KeyAuthenticator {
  const cached = new Map<string, Remembered>();

  async function lookUp(text: string, network: string, now: Date): Promise<Caller> {
    if (cached.size >= maxCachedKeys) cached.clear();
    const untilMs = now.getTime() + cachedMs;
    const found = findCaller(db, text, network, now);
    const entry: Remembered = { untilMs, found, settled: undefined };
    const place = `${text} ${network}`;
    cached.set(place, entry);
    try {
      entry.settled = await found;
      return entry.settled.caller;
    } catch (error) {
      if (cached.get(place) === entry) cached.delete(place);
      throw error;
    }
  }

  return {
    async authenticate(authorization, now, address) {
      const text = readBearer(authorization);
      const network = keyNetwork(address);
      const known = cached.get(`${text} ${network}`);
      if (known === undefined || now.getTime() >= known.untilMs) return lookUp(text, network, now);
      const { caller, endsMs } = await known.found;
      return now.getTime() < endsMs ? caller : lookUp(text, network, now);
    },
    findCached(authorization, now, address) {
      const text = bearer.exec(authorization ?? "")?.[1];
      if (text === undefined) return undefined;
      const known = cached.get(`${text} ${keyNetwork(address)}`);
      if (known?.settled === undefined || now.getTime() >= known.untilMs) return undefined;
      const { caller, endsMs } = known.settled;
      return now.getTime() < endsMs ? caller : undefined;
    },
    forgetAll: () => cached.clear(),
  };
}

const inIPv4 = /^(\d+\.\d+\.\d+)\.\d+$/;

/**
 * The network of a client's address: a /24 of IPv4, a /64 of IPv6. Wider than an address, because
 * machines of one site or cloud call from many.
 */
function keyNetwork(address: string): string {
  const direct = inIPv4.exec(address);
  if (direct !== null) return `${direct[1]}.0/24`;
  const client = clientNetwork(address);
  const found = inIPv4.exec(client)?.[1];
  return found === undefined ? client : `${found}.0/24`;
}
