import { selectAuditRetention } from "../audit/queries.ts";
import { type ReplicaLag, readReplicaLag } from "../catalog/replica/replicaLag.ts";
import type { Queryable } from "../db/database.ts";
import { listMissingMigrations, SchemaVersionError } from "../db/migrateSchema.ts";
import {
  type RanMigration,
  type ServerFacts,
  selectMigrations,
  selectServerFacts,
  selectTaskCounts,
  type TaskCounts,
} from "../db/systemQueries.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { renderRows } from "../kit/html/table.ts";
import { answerPage } from "../kit/site/visit.ts";
import { countUnsent, selectOldestQueued } from "../mail/outbox.ts";
import type { MailState } from "../mail/queries.ts";
import type { ConsoleContext, Handler } from "./consoleContext.ts";
import { texts } from "./consoleTexts.ts";

// What needs attention on the system page, each with what to do and where the page shows it.

export type SystemState = {
  readonly schemaFault: string | null;
  readonly tasks: readonly TaskCounts[];
  readonly lag: ReplicaLag | undefined;
  readonly serving: number;
  readonly workers: number;
  /** Between this node and the database. */
  readonly driftS: number;
  readonly sendsMail: boolean;
  /** E-mails that were not sent, by state; `kept` only those that an operator delivers. */
  readonly mails: ReadonlyMap<MailState, number>;
  /** When the oldest e-mail that is still queued was created; null if none is. */
  readonly queuedAt: Date | null;
  readonly now: Date;
};

/** `part`: the id of the card that shows it, or the address of its page. */
type SystemFault = { readonly part: string; readonly text: string };

/** A replica normally proves that it is current every second. */
const maxLagS = 60;
const maxDriftS = 5;
const outbox = "/console/outbox";
/** E-mails are normally sent within seconds. */
const maxMailWaitMs = 15 * 60_000;

function findMailFaults({ sendsMail, mails, queuedAt, now }: SystemState) {
  const { verdict } = texts.system;
  const undelivered = ["bounced", "failed"] as const;
  const count = undelivered.reduce((sum, state) => sum + (mails.get(state) ?? 0), 0);
  const kept = mails.get("kept") ?? 0;
  const queued = mails.get("queued") ?? 0;
  const isLate = queuedAt !== null && now.getTime() - queuedAt.getTime() > maxMailWaitMs;
  return [
    !sendsMail && { part: "configuration", text: verdict.noMailServer },
    kept > 0 && { part: `${outbox}?state=kept&tasks=yes`, text: verdict.mailsKept(kept) },
    count > 0 && { part: outbox, text: verdict.mailsFailed(count) },
    sendsMail && isLate && { part: `${outbox}?state=queued`, text: verdict.mailsLate(queued) },
  ];
}

export function findSystemFaults(state: SystemState): SystemFault[] {
  const { schemaFault, tasks, lag, serving, workers, driftS } = state;
  const { verdict } = texts.system;
  const failed = tasks.reduce((count, task) => count + task.failed, 0);
  const faults: readonly (SystemFault | false)[] = [
    schemaFault !== null && { part: "migrations", text: schemaFault },
    failed > 0 && { part: "jobs", text: verdict.jobs(failed) },
    lag === undefined && { part: "version", text: verdict.filling },
    lag !== undefined &&
      lag.seconds > maxLagS && { part: "version", text: verdict.lag(Math.round(lag.seconds)) },
    serving < workers && { part: "version", text: verdict.workers(serving, workers) },
    driftS > maxDriftS && { part: "version", text: verdict.clock(Math.round(driftS)) },
    ...findMailFaults(state),
  ];
  return faults.filter((fault) => fault !== false);
}

export function renderVerdict(faults: readonly SystemFault[]): Html {
  const { verdict } = texts.system;
  if (faults.length === 0) return renderNotice("good", verdict.fine);
  const points = faults.map(
    ({ part, text }) => html`<li>${text}
<a href="${part.startsWith("/") ? part : `#${part}`}">${verdict.show}</a></li>\n`,
  );
  return renderNotice("short", verdict.attention(faults.length), html`<ul>\n${points}</ul>`);
}

const mebibyte = 1024 * 1024;

function measureDrift(server: ServerFacts, now: Date): number {
  return Math.abs(server.now.getTime() - now.getTime()) / 1_000;
}

function describeLag(lag: ReplicaLag | undefined): string {
  if (lag === undefined) return texts.system.replicaFilling;
  return texts.system.replicaLag(lag.seconds.toFixed(1), lag.changes);
}

function renderVersions(
  context: ConsoleContext,
  server: ServerFacts,
  auditDays: number | null,
  lag: ReplicaLag | undefined,
  now: Date,
): Html {
  const driftS = measureDrift(server, now);
  const facts = renderDefinitions([
    { term: texts.system.partsdesk, value: context.version },
    { term: texts.system.node, value: process.versions.node },
    { term: texts.system.postgres, value: server.version },
    {
      term: texts.system.database,
      value: texts.system.mebibytes(Math.ceil(server.bytes / mebibyte)),
    },
    { term: texts.system.replica, value: describeLag(lag) },
    {
      term: texts.system.workers,
      value: texts.system.serving(context.countServing(), context.workers),
    },
    { term: texts.system.clock, value: texts.system.seconds(driftS.toFixed(1)) },
    {
      term: texts.system.secondFactor,
      value: context.requireSecondFactor ? texts.system.required : texts.system.optional,
    },
    {
      term: texts.system.audit,
      value: auditDays === null ? texts.system.auditForever : texts.system.auditDays(auditDays),
    },
  ]);
  return renderCard({ id: "version", title: texts.system.version, body: facts });
}

function renderJobs(tasks: readonly TaskCounts[]): Html {
  const renderNext = ({ nextAt }: TaskCounts) =>
    nextAt === null ? texts.system.noNext : renderMoment(nextAt);
  const table = renderRows(texts.system.jobsCaption, tasks, [
    { title: texts.system.task, kind: "code", cell: ({ task }) => task },
    { title: texts.system.waiting, kind: "number", cell: ({ waiting }) => waiting },
    { title: texts.system.running, kind: "number", cell: ({ running }) => running },
    { title: texts.system.failed, kind: "number", cell: ({ failed }) => failed },
    { title: texts.system.next, kind: "words", cell: renderNext },
  ]);
  const none = html`<p class="quiet">${texts.system.noJobs}</p>`;
  return renderCard({
    id: "jobs",
    title: texts.system.jobs,
    body: tasks.length === 0 ? none : table,
  });
}

/** Describes what is wrong with the migrations; null if the schema is that of this version. */
async function findSchemaFault(db: Queryable): Promise<string | null> {
  try {
    const missing = await listMissingMigrations(db);
    if (missing.length === 0) return null;
    return texts.system.missing(missing.join(", "));
  } catch (error) {
    if (error instanceof SchemaVersionError) return error.message;
    throw error;
  }
}

/** Reference that nobody needs while everything is fine. */
function renderFolded(summary: string, body: Html): Html {
  return html`<details><summary>${summary}</summary>
${body}</details>
`;
}

function renderMigrations(ran: readonly RanMigration[], fault: string | null): Html {
  const table = renderRows(texts.system.migrationsCaption, ran, [
    { title: texts.system.name, kind: "code", cell: ({ name }) => name },
    { title: texts.system.applied, kind: "words", cell: ({ ranAt }) => renderAge(ranAt) },
  ]);
  const shown = renderFolded(texts.system.showMigrations(ran.length), table);
  const body = html`${fault === null ? null : renderNotice("fault", fault)}${shown}`;
  return renderCard({ id: "migrations", title: texts.system.migrations, body });
}

function renderSettings(settings: ConsoleContext["settings"]): Html {
  const all = Object.entries(settings);
  const unset = html`<span class="quiet">${texts.system.notSet}</span>`;
  const table = renderRows(texts.system.configurationCaption, all, [
    { title: texts.system.setting, kind: "code", cell: ([name]) => name },
    { title: texts.system.value, kind: "text", cell: ([, value]) => value ?? unset },
  ]);
  const body = renderFolded(texts.system.showSettings(all.length), table);
  return renderCard({ id: "configuration", title: texts.system.configuration, body });
}

export const showSystem: Handler = async (context, { now }) => {
  const { db, replica, settings } = context;
  const [server, lag, auditDays, tasks, mails, mailTasks, ...others] = await Promise.all([
    selectServerFacts(db),
    readReplicaLag(db, replica),
    selectAuditRetention(db),
    selectTaskCounts(db),
    countUnsent(db, { onlyTasks: false }),
    countUnsent(db, { onlyTasks: true }),
    selectOldestQueued(db),
    selectMigrations(db),
    findSchemaFault(db),
  ]);
  const [queuedAt, ran, schemaFault] = others;
  const faults = findSystemFaults({
    schemaFault,
    tasks,
    lag,
    serving: context.countServing(),
    workers: context.workers,
    driftS: measureDrift(server, now),
    sendsMail: context.people.sendsMail,
    mails: new Map([...mails, ["kept", mailTasks.get("kept") ?? 0]]),
    queuedAt,
    now,
  });
  return answerPage({
    title: texts.system.title,
    sentence: texts.system.sentence,
    body: html`${[
      renderVerdict(faults),
      renderVersions(context, server, auditDays, lag, now),
      renderJobs(tasks),
      renderMigrations(ran, schemaFault),
      renderSettings(settings),
    ]}`,
  });
};
