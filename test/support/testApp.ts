// The app on a database of its own, with accounts and keys, called without a port.

import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { type Logger, pino } from "pino";
import type { AccountId } from "../../src/accounts/account.ts";
import { readMonotonicMs } from "../../src/catalog/replica/monotonicClock.ts";
import { createImportRunner } from "../../src/jobs/importRunner.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { openKeyDirectory } from "../../src/keys/keyDirectory.ts";
import { maxFiles } from "../../src/kit/site/createFileAnswers.ts";
import { createRateMemory } from "../../src/server/api/apiContext.ts";
import { type App, buildApp } from "../../src/server/app.ts";
import { type Config, readConfig } from "../../src/server/config.ts";
import { createSlotMemory, openSharedSlots } from "../../src/server/http/sharedSlots.ts";
import { insertAccount } from "./insertBuyer.ts";
import { openTestDatabase, type TestDatabase } from "./testDatabase.ts";
import { cheapHasher } from "./testPeople.ts";
import type { TestReplica } from "./testReplica.ts";

/** An account with a key, and its API requests. */
export type TestAccount = {
  readonly accountId: AccountId;
  readonly key: string;
  readonly keyId: string;
  /** POSTs a body to an API path, `path` as in "catalog". */
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
  /** The part_id of the first offer of a part number. */
  partId(partNumber: string): Promise<string>;
};

export type TestApp = {
  readonly app: App;
  readonly server: FastifyInstance;
  readonly database: TestDatabase;
  /** The app's clock; move it by assigning. */
  clock: { now: Date };
  /** The app's SECRET_KEY. */
  readonly secret: Buffer;
  /** Log lines so far, parsed. */
  readonly logLines: Record<string, unknown>[];
  openAccount(options?: { discount?: number; currency?: string }): Promise<TestAccount>;
  close(): Promise<void>;
};

export const canonicalPrefix = "/public/api/v1/b2b";

function callAs(
  server: FastifyInstance,
  key: string,
): Pick<TestAccount, "post" | "get" | "partId"> {
  const authorization = `Bearer ${key}`;
  const post: TestAccount["post"] = (path, body, headers = {}) =>
    server.inject({
      method: "POST",
      url: `${canonicalPrefix}/${path}`,
      headers: { authorization, "content-type": "application/json", ...headers },
      payload: JSON.stringify(body),
    });
  return {
    post,
    partId: async (partNumber) =>
      (await post("catalog", { part_numbers: [partNumber] })).json().found_parts[0].part_id,
    get: (path) => server.inject({ url: `${canonicalPrefix}/${path}`, headers: { authorization } }),
  };
}

/** Waits for work that an unresponsive database may delay. */
async function attempt(work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const late = delay(1_000, undefined, { signal: limit.signal });
  await Promise.race([work, late]).catch(() => undefined);
  limit.abort();
}

/**
 * Requests see what was committed before, and the use of keys is recorded when they are answered,
 * as far as the database responds. The directory of keys closes with the server.
 */
function catchUpAround({ server, keyUses }: App, replica: TestReplica, node: NodeParts): void {
  const { keyDirectory: keys, importRunner } = node;
  const catchUp = () =>
    Promise.all([replica.catchUp().catch(() => undefined), attempt(keys.catchUp())]);
  const inject = server.inject.bind(server);
  const injectCaughtUp = async (request: InjectOptions | string) => {
    await catchUp();
    const response = await inject(request);
    await attempt(keyUses.flush());
    return response;
  };
  server.inject = injectCaughtUp as FastifyInstance["inject"];
  const close = server.close.bind(server);
  const closeAll = async () => {
    await close();
    await Promise.all([importRunner.close(), keys.close()]);
  };
  server.close = closeAll as FastifyInstance["close"];
  const emit = server.server.emit.bind(server.server);
  server.server.emit = (event: string, ...given: unknown[]) => {
    if (event !== "request") return emit(event, ...given);
    void catchUp().then(() => emit(event, ...given));
    return true;
  };
}

type NodeParts = ReturnType<typeof openNodeParts>;

/** What a node shares with its workers, of which the app is the only one. */
function openNodeParts({ address }: TestDatabase, config: Config, log: Logger) {
  return {
    connections: config.databasePool,
    keyDirectory: openKeyDirectory({
      address,
      monotonicMs: readMonotonicMs,
      onError: () => undefined,
      beforeConnect: async () => undefined,
    }),
    importRunner: createImportRunner({ address, limits: config.importLimits, log }),
    rateMemory: createRateMemory(),
    fileSlots: openSharedSlots(createSlotMemory(1), 0, maxFiles),
    countServing: () => 1,
  };
}

/**
 * Builds the app with `overrides` of its configuration, on a database of its own or the one
 * given.
 */
export async function openTestApp(
  overrides: Partial<Config> = {},
  poolSizeOrDatabase: number | TestDatabase = 10,
): Promise<TestApp> {
  const database =
    typeof poolSizeOrDatabase === "number"
      ? await openTestDatabase(poolSizeOrDatabase)
      : poolSizeOrDatabase;
  const clock = { now: new Date() };
  const secret = randomBytes(32);
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => logLines.push(JSON.parse(line)) });
  const config = { ...readConfig({ WORKERS: "1" }, {}), ...overrides };
  const node = openNodeParts(database, config, log);
  const app = await buildApp({
    ...node,
    db: database.db,
    replica: database.replica,
    config,
    secret,
    hasher: cheapHasher,
    log,
    clock: () => clock.now,
    readiness: async () => null,
    isStopping: () => false,
  });
  catchUpAround(app, database.replica, node);
  return {
    app,
    server: app.server,
    database,
    clock,
    secret,
    logLines,
    async openAccount({ discount = 0, currency = "USD" } = {}) {
      const now = clock.now;
      const accountId = await insertAccount(database.db, now, { discount, currency });
      const issued = await database.db.transaction((tx) =>
        createKey(tx, { accountId, name: "test", expiresAt: null, now }),
      );
      return { accountId, ...issued, ...callAs(app.server, issued.key) };
    },
    async close() {
      await app.server.close();
      await database.db.close();
      await database.close();
    },
  };
}
