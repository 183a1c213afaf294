// What most tests of the console begin with: a site and its operators. The test files of a process
// run one after the other, so these are those of the file that runs.
import { after, before } from "node:test";
import { type StoredAuditEvent, selectAuditEvents } from "../../src/audit/queries.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import type { ImportRun } from "../../src/imports/run.ts";
import type { Config } from "../../src/server/config.ts";
import { insertOffer, type OfferFields } from "./insertOffer.ts";
import { readAttribute } from "./readAttribute.ts";
import { checkSent, endOfRun, sendImport } from "./sendImport.ts";
import { openTestApp, type TestApp } from "./testApp.ts";
import { openOperator, type TestOperator } from "./testOperator.ts";

export let app: TestApp;
/** Of the role "operator", as is Otto, who has another name. */
export let olga: TestOperator;
export let otto: TestOperator;
export let admin: TestOperator;
export let manager: TestOperator;
export let reader: TestOperator;

/** Opens them before the tests of a file, and closes the site after them. */
export function openConsole(config: Partial<Config> = {}): void {
  before(async () => {
    app = await openTestApp({ publicUrl: "https://parts.example", ...config });
    olga = await openOperator(app, { role: "operator" });
    otto = await openOperator(app, { role: "operator", name: "Otto Operator" });
    admin = await openOperator(app);
    manager = await openOperator(app, { role: "catalog manager" });
    reader = await openOperator(app, { role: "read-only" });
  });
  after(() => app.close());
}

/** Nothing is sent to it in tests; with it, e-mails are queued. */
export const smtpUrl = "smtp://127.0.0.1:9";

export const unknownId = "01900000-0000-7000-8000-000000000000";

export function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.database.db.query<Row>({ name: "", text, values });
}

/** Inserts many rows at once, without the triggers that each of them would fire. */
export async function insertMany(text: string, values: readonly unknown[]): Promise<void> {
  const owner = await app.database.openOwner();
  await owner.client.query("begin");
  await owner.client.query("set local session_replication_role = replica");
  await owner.client.query(text, [...values]);
  await owner.client.query("commit");
  await owner.close();
}

/** The number of rows `from` a table, as in "offers where vendor = $1". */
export async function count(from: string, values: readonly unknown[] = []): Promise<number> {
  const text = `select count(*)::integer as count from ${from}`;
  return (await query<{ count: number }>(text, values))[0]?.count ?? -1;
}

export function offer(partNumber: string, fields: Partial<OfferFields> = {}): Promise<OfferId> {
  return insertOffer(app.database.db, { partNumber, ...fields });
}

export function moveClock(ms: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
}

/** The audit events of a subject, newest first. */
export function eventsOn(subjectId: string): Promise<StoredAuditEvent[]> {
  return selectAuditEvents(app.database.db, { subjectId }, { before: null, limit: 20 });
}

/** What was done to a subject, oldest first. */
export async function actionsOn(subjectId: string): Promise<string[]> {
  return (await eventsOn(subjectId)).map(({ action }) => action).toReversed();
}

/** The text of a page or a part of it without markup. */
export function textOf(body: string): string {
  return readAttribute(body.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
}

/** The pages of a list, from one to the next by its link. */
export async function readPages(path: string, by = admin): Promise<string[]> {
  const bodies: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { body } = await by.get(next);
    bodies.push(body);
    const href = /rel="next" href="([^"]*)"/.exec(body)?.[1];
    next = href === undefined ? undefined : readAttribute(href);
  }
  return bodies;
}

/** Uploads a file and checks it with the columns as detected. */
export async function checkFile(
  text: Buffer | string,
  fields: Readonly<Record<string, string>> = {},
  by = admin,
): Promise<ImportRun> {
  return checkSent(app, by, await sendImport(app, by, text, fields));
}

/** Imports a checked file. */
export async function commitRun(
  { runId }: Pick<ImportRun, "runId">,
  fields: Readonly<Record<string, string>> = {},
): Promise<ImportRun> {
  return endOfRun(app, await admin.post(`/console/imports/${runId}/commit`, fields));
}
