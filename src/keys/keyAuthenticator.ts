// Authenticates a caller by API key (decision 39), without a query: the keys are in the directory.
import type { Socket } from "node:net";
import { type Caller, keyState } from "../accounts/account.ts";
import { Failure } from "../kit/errors.ts";
import { clientNetwork } from "../signIn/attemptLimits.ts";
import type { KeyDirectory } from "./keyDirectory.ts";
import type { KeyUseLog } from "./keyUseLog.ts";
import type { KnownKey } from "./knownKeys.ts";
import { hashKey, type KeyHash, parseKey } from "./plainKey.ts";

/** What a request uses its key for. */
type KeyPurpose = "catalog" | "orders";

/** The age of the directory above which no key is accepted, in milliseconds. */
export type KeyMaxAges = Readonly<Record<KeyPurpose, number>>;

/**
 * How long keys are valid without a proof that none was revoked. Lookups continue without the
 * database; an order needs it in any case.
 */
export const keyMaxAgeMs: KeyMaxAges = { catalog: 60_000, orders: 5_000 };

/** The `Authorization` header of a request, the address of its client, and its socket. */
export type Credentials = {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly socket: Socket;
};

/** `find` and `authenticate` record the use of a valid key with the network of its client. */
export type KeyAuthenticator = {
  /** The owner of a known and valid key, however old the directory. Records nothing. */
  findOwner(credentials: Credentials, now: Date): Caller | undefined;
  /** The caller, if the key is known and valid. Never waits. */
  find(credentials: Credentials, now: Date, purpose: KeyPurpose): Caller | undefined;
  /**
   * The caller. Throws INVALID_API_KEY, or a RefusedKeyFailure with KEY_REVOKED or
   * ACCOUNT_SUSPENDED. Waits for the database only if the directory is too old, or if a key with a
   * valid checksum is unknown: it may be new. Throws UnavailableError if the database cannot be
   * reached.
   */
  authenticate(credentials: Credentials, now: Date, purpose: KeyPurpose): Promise<Caller>;
};

/** The failure of a known key that must not be used, with its owner for the request log. */
export class RefusedKeyFailure extends Failure {
  readonly caller: Caller;

  constructor(code: "KEY_REVOKED" | "ACCOUNT_SUSPENDED", { accountId, keyId }: Caller) {
    super(code);
    this.caller = { accountId, keyId };
  }
}

const bearer = /^bearer +([^\s]+) *$/i;

/** Reads the key from "Bearer KEY"; the scheme is case-insensitive. */
function readBearer(authorization: string | undefined): string | undefined {
  return bearer.exec(authorization ?? "")?.[1];
}

/** Longer headers have spaces around the key and are read each time: a connection keeps little. */
const maxRememberedLength = 100;

/**
 * Returns how to read the hash of the key in a header; undefined if it has none. Almost all
 * requests of a connection send the same header, whose hash is remembered as long as it lasts.
 */
function createHashReader() {
  const lastOf = new WeakMap<Socket, { readonly authorization: string; readonly hash: KeyHash }>();
  return ({ authorization, socket }: Credentials): KeyHash | undefined => {
    if (authorization === undefined) return undefined;
    const last = lastOf.get(socket);
    if (last?.authorization === authorization) return last.hash;
    const key = parseKey(readBearer(authorization) ?? "");
    if (key === undefined) return undefined;
    const hash = hashKey(key);
    if (authorization.length <= maxRememberedLength) lastOf.set(socket, { authorization, hash });
    return hash;
  };
}

function malformedKey({ authorization }: Credentials): Failure {
  if (readBearer(authorization) !== undefined) return new Failure("INVALID_API_KEY");
  return new Failure("INVALID_API_KEY", {
    message:
      "The Authorization header is missing or malformed. Send: Authorization: Bearer <API_KEY>.",
  });
}

/** Returns why a key cannot be used. */
function findFailure(key: KnownKey, now: Date): RefusedKeyFailure | undefined {
  if (keyState(key, now) !== "active") return new RefusedKeyFailure("KEY_REVOKED", key);
  return key.suspendedAt === null ? undefined : new RefusedKeyFailure("ACCOUNT_SUSPENDED", key);
}

export function createKeyAuthenticator(
  directory: KeyDirectory,
  uses: KeyUseLog,
  maxAges: KeyMaxAges,
): KeyAuthenticator {
  const readHash = createHashReader();

  function toCaller({ accountId, keyId }: KnownKey, now: Date, { address }: Credentials): Caller {
    // Nobody is informed of a new network that is none.
    if (address !== "") uses.record({ keyId, network: keyNetwork(address), at: now });
    return { accountId, keyId };
  }

  function findKnown(credentials: Credentials): KnownKey | undefined {
    const hash = readHash(credentials);
    return hash && directory.find(hash);
  }

  return {
    findOwner(credentials, now) {
      const known = findKnown(credentials);
      if (known === undefined || findFailure(known, now) !== undefined) return undefined;
      return { accountId: known.accountId, keyId: known.keyId };
    },
    find(credentials, now, purpose) {
      const known = directory.ageMs() > maxAges[purpose] ? undefined : findKnown(credentials);
      if (known === undefined || findFailure(known, now) !== undefined) return undefined;
      return toCaller(known, now, credentials);
    },
    async authenticate(credentials, now, purpose) {
      const hash = readHash(credentials);
      if (hash === undefined) throw malformedKey(credentials);
      if (directory.ageMs() > maxAges[purpose]) await directory.catchUp();
      const known = directory.find(hash) ?? (await directory.seek(hash));
      if (known === undefined) throw new Failure("INVALID_API_KEY");
      const failure = findFailure(known, now);
      if (failure !== undefined) throw failure;
      return toCaller(known, now, credentials);
    },
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
