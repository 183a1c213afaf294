// A site of pages that a test declares, on the real server and a real database.

import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { AccountId } from "../../src/accounts/account.ts";
import { createPartIds } from "../../src/catalog/partId.ts";
import { createCurrentDistributor } from "../../src/company/currentDistributor.ts";
import { unsetDistributor } from "../../src/company/distributor.ts";
import type { PortalContext, PortalRoute } from "../../src/home/portalContext.ts";
import { createPortalSite } from "../../src/home/portalSite.ts";
import { createTurns } from "../../src/imports/runner.ts";
import { brandOf } from "../../src/kit/html/brand/brand.ts";
import { createFileAnswers, maxFiles } from "../../src/kit/site/createFileAnswers.ts";
import { registerSite } from "../../src/kit/site/registerSite.ts";
import { listMethods } from "../../src/kit/site/routes.ts";
import {
  createRequestQueue,
  type RequestQueue,
} from "../../src/server/http/connections/requestQueue.ts";
import { createServer } from "../../src/server/http/createServer.ts";
import { createMetrics } from "../../src/server/http/metrics/metrics.ts";
import { registerAssets } from "../../src/server/http/registerAssets.ts";
import { createSlotMemory, openSharedSlots } from "../../src/server/http/sharedSlots.ts";
import { passOnTraces } from "../../src/server/http/tracing/requestTracer.ts";
import { createPeopleContext } from "../../src/signIn/peopleContext.ts";
import { openTestDatabase, type TestDatabase } from "./testDatabase.ts";
import { cheapHasher, openPeoplesAccount } from "./testPeople.ts";

export type TestSite = {
  readonly server: FastifyInstance;
  readonly database: TestDatabase;
  readonly clock: { now: Date };
  readonly logLines: Record<string, unknown>[];
  /** The account to sign in to. */
  readonly accountId: AccountId;
  close(): Promise<void>;
};

const calendar = { zone: "UTC", days: [1], opensMinute: 0, closesMinute: 1440, holidays: [] };
const supportEmail = "support@parts.example";
const secret = randomBytes(32);

function openRequestQueue(): RequestQueue {
  return createRequestQueue({
    connectionBytes: 2 * 2 ** 20,
    queuedBytes: 64 * 2 ** 20,
    unsentBytes: 64 * 2 ** 20,
    slots: 8,
    readCaller: () => ({ group: "others", line: "", needsSlot: true }),
  });
}

/** Opens a site with these routes; every request without a route gets a page. */
export async function openTestSite(
  routes: readonly PortalRoute[],
  publicUrl: string,
): Promise<TestSite> {
  const database = await openTestDatabase();
  const { db } = database;
  const clock = { now: new Date() };
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => logLines.push(JSON.parse(line)) });
  const mailing = { publicUrl, supportEmail, smtpUrl: null };
  const people = createPeopleContext({ db, secret, ...mailing, hasher: cheapHasher });
  const distributor = createCurrentDistributor(db, unsetDistributor, log);
  const context: PortalContext = {
    ...database,
    clock: () => clock.now,
    log,
    publicUrl,
    supportEmail,
    distributor,
    calendar,
    people,
    mailEncryption: people.mailEncryption,
    partIds: createPartIds(secret),
    countOrder: () => undefined,
    files: createFileAnswers({ db, log, slots: openSharedSlots(createSlotMemory(1), 0, maxFiles) }),
    readList: () => Promise.reject(new Error("This site has no processes that read files.")),
    uploadTurns: createTurns(),
    rateLimits: { catalog: 3000, orders: 300 },
    quickOrderDays: 30,
    partIdTtlS: 3600,
    partIdGraceS: 300,
  };
  const site = createPortalSite(context);
  const server = createServer({
    log,
    clock: context.clock,
    publicUrl: "http://localhost",
    metrics: createMetrics("worker"),
    tracer: passOnTraces,
    requestQueue: openRequestQueue(),
    refuse: () => false,
    bodyLimit: 1_000_000,
    proxyHops: 0,
    allowedMethods: (path) => listMethods(routes, path),
    answerAsPage: (error, request, reply) => site.sendUnrouted(request, reply, error),
  });
  registerAssets(server, async () => brandOf(distributor.current()));
  await registerSite(server, site, context, routes);
  await server.ready();
  const { accountId } = await openPeoplesAccount(db, clock.now);
  return {
    server,
    database,
    clock,
    logLines,
    accountId,
    async close() {
      await server.close();
      await database.close();
    },
  };
}
