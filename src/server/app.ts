// Composes the HTTP app. It does not listen.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { createPartIds } from "../catalog/partId.ts";
import type { Replica } from "../catalog/replica/replica.ts";
import { createCurrentDistributor } from "../company/currentDistributor.ts";
import type { Database } from "../db/database.ts";
import type { ConsoleContext } from "../home/consoleContext.ts";
import { consoleRoutes } from "../home/consoleRoutes.ts";
import { createConsoleSite } from "../home/consoleSite.ts";
import type { PortalContext } from "../home/portalContext.ts";
import { portalRoutes } from "../home/portalRoutes.ts";
import { createPortalSite } from "../home/portalSite.ts";
import type { SiteContext } from "../home/sharedContext.ts";
import type { GuardRails } from "../imports/guardRails.ts";
import { createTurns } from "../imports/runner.ts";
import type { FileReaders } from "../jobs/importRunner.ts";
import {
  createKeyAuthenticator,
  type KeyAuthenticator,
  keyMaxAgeMs,
} from "../keys/keyAuthenticator.ts";
import type { KeyDirectory } from "../keys/keyDirectory.ts";
import { createKeyUseLog, type KeyUseLog } from "../keys/keyUseLog.ts";
import { operatorApiPrefix, registerOperations } from "../kit/api.ts";
import { apiPrefixes, limits } from "../kit/contract/limits.ts";
import { type Brand, brandOf } from "../kit/html/brand/brand.ts";
import { createFileAnswers } from "../kit/site/createFileAnswers.ts";
import { registerSite } from "../kit/site/registerSite.ts";
import { listMethods } from "../kit/site/routes.ts";
import { createRequestLog, type RequestLog } from "../requests/requestLog.ts";
import type { PasswordHasher } from "../signIn/passwordHasher.ts";
import { createPeopleContext, type MailingContext } from "../signIn/peopleContext.ts";
import { operations } from "../surface.ts";
import { readVersion } from "../version.ts";
import { createAdmissions, createCallerReader } from "./api/admission.ts";
import type { ApiContext, RateMemory } from "./api/apiContext.ts";
import { createOperatorAdmission } from "./api/operatorAdmission.ts";
import { registerOperatorReference } from "./api/operatorReference.ts";
import { registerReferencePage } from "./api/referencePage.ts";
import { createRefusal } from "./api/refuse.ts";
import { apiMethods, createRequestRecorder, registerApi } from "./api/registerApi.ts";
import type { Config } from "./config.ts";
import { createRequestQueue, type RequestQueue } from "./http/connections/requestQueue.ts";
import { createServer, type ServerOptions } from "./http/createServer.ts";
import { measureDatabase } from "./http/metrics/measureDatabase.ts";
import { createMetrics, type Metrics } from "./http/metrics/metrics.ts";
import { recordRequest } from "./http/recordRequest.ts";
import { registerAssets } from "./http/registerAssets.ts";
import { type Readiness, registerHealth } from "./http/registerHealth.ts";
import { registerSecurityContact } from "./http/registerSecurityContact.ts";
import type { SharedSlots } from "./http/sharedSlots.ts";
import { openSpanExport } from "./http/tracing/exportSpans.ts";
import { passOnTraces, type RequestTracer } from "./http/tracing/requestTracer.ts";

/** `secret` is the configured or stored SECRET_KEY. */
export type AppParts = {
  readonly db: Database;
  readonly replica: Replica;
  readonly keyDirectory: KeyDirectory;
  /** Connections of `db`, of which a node has `config.databasePool`. */
  readonly connections: number;
  readonly config: Config;
  readonly secret: Buffer;
  /** The portal and the console share it: it hashes two passwords at a time. */
  readonly hasher: PasswordHasher;
  readonly importRunner: FileReaders;
  /** What the workers of a node share: limits per minute, and slots for files being sent. */
  readonly rateMemory: RateMemory;
  readonly fileSlots: SharedSlots;
  /** How many workers of the node answer requests. */
  readonly countServing: () => number;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly readiness: Readiness;
  /** While true, each new request closes its connection. */
  readonly isStopping: () => boolean;
};

export type App = {
  readonly server: FastifyInstance;
  readonly keyUses: KeyUseLog;
  readonly metrics: Metrics;
};

/** Opens the authenticator and the log of key uses, which close with the server. */
function openKeyCheck({ db, log, config, keyDirectory }: AppParts) {
  const keyUses = createKeyUseLog(db, (err) =>
    log.warn({ err }, "the use of API keys was not recorded"),
  );
  const authenticator = createKeyAuthenticator(keyDirectory, keyUses, {
    catalog: Math.min(config.replicaMaxStaleS * 1_000, keyMaxAgeMs.catalog),
    orders: keyMaxAgeMs.orders,
  });
  return { keyUses, authenticator };
}

/** Limits of a node, which its workers divide. */
const maxPendingBytes = 24 * 2 ** 20;
/** Answers that clients have not read yet must not fill the memory. */
const maxUnsentBytes = 128 * 2 ** 20;
/** Requests that wait. */
const maxQueuedBytes = 64 * 2 ** 20;
const maxConnectionBytes = 2 * 2 ** 20;

/** Opens the request log, which closes with the server; null if it is switched off. */
function openRequestLog({ db, config, log }: AppParts, metrics: Metrics): RequestLog | null {
  if (config.requestLog === "off") return null;
  const requestLog = createRequestLog({
    db,
    maxPendingBytes: maxPendingBytes / config.workers,
    onEnd: metrics.countLogged,
    onFailure: (err, dropped) =>
      log.warn({ err, dropped }, "API requests were not written to the log"),
  });
  const readPending = () => ({ waiting: requestLog.countPending() });
  const help = "API requests that the request log has not written yet.";
  metrics.addGauge("request_log_requests", help, "state", readPending);
  metrics.addGauge(
    "request_log_calls",
    "Deprecated name of request_log_requests.",
    "state",
    readPending,
  );
  return requestLog;
}

/**
 * Requests in progress for each connection of the database. More would wait in the pool, where
 * accounts do not take turns.
 */
const slotsPerConnection = 4;

function openRequestQueue(
  { config, connections, clock }: AppParts,
  authenticator: KeyAuthenticator,
  metrics: Metrics,
): RequestQueue {
  const { workers, proxyHops } = config;
  const requestQueue = createRequestQueue({
    connectionBytes: maxConnectionBytes,
    queuedBytes: maxQueuedBytes / workers,
    unsentBytes: maxUnsentBytes / workers,
    slots: slotsPerConnection * connections,
    readCaller: createCallerReader(authenticator, proxyHops, clock),
  });
  metrics.addGauge("queued_requests", "Requests by state.", "state", requestQueue.count);
  return requestQueue;
}

async function openTracer({ config, log }: AppParts): Promise<RequestTracer> {
  const { collector: endpoint } = config;
  return endpoint === null
    ? passOnTraces
    : openSpanExport({ endpoint, version: readVersion(), log });
}

/** True if a browser sent a request without a route, outside of the API. */
function wantsPage({ url, headers }: FastifyRequest): boolean {
  if (apiPrefixes.some((prefix) => url.startsWith(`${prefix}/`))) return false;
  return headers.accept?.includes("text/html") ?? false;
}

function toSiteContext(
  parts: AppParts,
  shared: Pick<SiteContext, "replica" | "partIds" | "countOrder">,
): SiteContext {
  const { db, clock, log, config, secret, hasher } = parts;
  const { publicUrl, supportEmail, smtpUrl, calendar } = config;
  const distributor = createCurrentDistributor(db, config.distributor, log);
  const people = createPeopleContext({ db, secret, publicUrl, supportEmail, smtpUrl, hasher });
  const { mailEncryption } = people;
  const files = createFileAnswers({ db, log, slots: parts.fileSlots });
  return {
    ...shared,
    db,
    clock,
    log,
    publicUrl,
    supportEmail,
    distributor,
    calendar,
    people,
    mailEncryption,
    files,
  };
}

function toPortalContext(
  site: SiteContext,
  { config, importRunner: { readList } }: AppParts,
): PortalContext {
  const { rateLimitCatalog, rateLimitOrders, partIdTtlS, partIdGraceS } = config;
  const rateLimits = { catalog: rateLimitCatalog, orders: rateLimitOrders };
  const { quickOrderDays } = config.retention;
  const reading = { readList, uploadTurns: createTurns() };
  return { ...site, rateLimits, quickOrderDays, ...reading, partIdTtlS, partIdGraceS };
}

function toConsoleContext(
  site: SiteContext,
  { config, importRunner, countServing }: AppParts,
): ConsoleContext {
  return {
    ...site,
    people: { ...site.people, kind: "operators" },
    requireSecondFactor: config.operatorSecondFactor,
    version: readVersion(),
    settings: config.described,
    workers: config.workers,
    countServing,
    importRunner,
    importFileBytes: config.importFileBytes,
    importFileDays: config.retention.importFileDays,
    maxPriceMove: config.importLimits.priceMove,
  };
}

/** Chooses the site that answers a request without a route. */
function createUnrouted(
  portal: PortalContext,
  consoleContext: ConsoleContext,
): ServerOptions["answerAsPage"] {
  const [portalSite, consoleSite] = [createPortalSite(portal), createConsoleSite(consoleContext)];
  return (error, request, reply) => {
    if (!wantsPage(request)) return undefined;
    const isConsole = /^\/console(\/|\?|$)/.test(request.url);
    return (isConsole ? consoleSite : portalSite).sendUnrouted(request, reply, error);
  };
}

/** What the API needs, with its request log, which `buildApp` closes. */
function openApi(
  parts: AppParts,
  shared: Pick<ApiContext, "replica" | "authenticator" | "partIds" | "countOrder"> & MailingContext,
  metrics: Metrics,
  requestQueue: RequestQueue,
): ApiContext {
  const { clock, config, rateMemory } = parts;
  const { rateLimitCatalog, rateLimitOrders, partIdTtlS, partIdGraceS } = config;
  const requestLog = openRequestLog(parts, metrics);
  const apiLimits = { rateLimitCatalog, rateLimitOrders, partIdTtlS, partIdGraceS };
  return { clock, ...shared, ...apiLimits, rateMemory, requestQueue, requestLog };
}

/** `isStale`: another thread may know a newer brand. */
function createBrandReader({ distributor, clock }: SiteContext) {
  return async ({ isStale }: { readonly isStale: boolean }) => {
    if (isStale) distributor.expire();
    await distributor.refresh(clock());
    return brandOf(distributor.current());
  };
}

const operatorRoutes = operations.map(({ method, path }) => ({
  method,
  path: `${operatorApiPrefix}${path}`,
}));

function registerOperatorApi(
  server: FastifyInstance,
  api: ApiContext,
  { mailEncryption, publicUrl, supportEmail, importRunner, importFileBytes }: ConsoleContext,
  importLimits: GuardRails,
  readBrand: () => Promise<Brand>,
): void {
  const { db, clock, rateLimitOrders: limit, rateMemory: memory } = api;
  const admit = createOperatorAdmission({ db, clock, limit, memory });
  const record = createRequestRecorder(api);
  const mailing = { mailEncryption, publicUrl, supportEmail };
  const importing = { importRunner, importFileBytes, importLimits, turns: createTurns() };
  const maxPriceMove = importLimits.priceMove;
  const context = { db, ...mailing, ...importing, maxPriceMove };
  registerOperations(server, { context, operations, clock, admit, record });
  registerOperatorReference(server, operations, publicUrl, readBrand);
}

/** Builds the app. `/metrics` is not part of it: it has a port of its own. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { db, replica, config, log, clock } = parts;
  const { publicUrl, supportEmail } = config;
  const metrics = createMetrics("worker");
  measureDatabase(metrics, db);
  const { keyUses, authenticator } = openKeyCheck(parts);
  const partIds = createPartIds(parts.secret);
  const shared = { replica, partIds, countOrder: metrics.countOrder };
  const site = toSiteContext(parts, shared);
  const portal = toPortalContext(site, parts);
  const consoleContext = toConsoleContext(site, parts);
  const requestQueue = openRequestQueue(parts, authenticator, metrics);
  const tracer = await openTracer(parts);
  const { mailEncryption } = site;
  const mailing = { db, mailEncryption, publicUrl, supportEmail };
  const api = openApi(parts, { ...shared, authenticator, ...mailing }, metrics, requestQueue);
  const admissions = createAdmissions(api);
  const server = createServer({
    log,
    clock,
    metrics,
    tracer,
    requestQueue,
    refuse: createRefusal({
      tracer,
      publicUrl,
      requestLog: api.requestLog,
      recordRequest: (request) => recordRequest({ log, metrics }, request),
    }),
    bodyLimit: limits.bodyBytes,
    publicUrl,
    proxyHops: config.proxyHops,
    allowedMethods: (path) => [
      ...apiMethods(path),
      ...listMethods(operatorRoutes, path),
      ...listMethods([...portalRoutes, ...consoleRoutes], path),
    ],
    answerAsPage: createUnrouted(portal, consoleContext),
  });
  server.addHook("onClose", async () => {
    await Promise.all([api.requestLog?.close(), keyUses.close()]);
    await tracer.close();
  });
  server.server.prependListener("request", (_request, response) => {
    if (parts.isStopping()) response.shouldKeepAlive = false;
  });
  registerHealth(server, parts.readiness);
  const readBrand = createBrandReader(site);
  registerAssets(server, readBrand);
  registerSecurityContact(server, { publicUrl, supportEmail, clock });
  const installation = { baseUrl: publicUrl, ...api };
  await registerReferencePage(server, installation, () => readBrand({ isStale: false }));
  registerApi(server, api, admissions);
  registerOperatorApi(server, api, consoleContext, config.importLimits, () =>
    readBrand({ isStale: false }),
  );
  await registerSite(server, createPortalSite(portal), portal, portalRoutes);
  await registerSite(server, createConsoleSite(consoleContext), consoleContext, consoleRoutes);
  await server.ready();
  return { server, keyUses, metrics };
}
