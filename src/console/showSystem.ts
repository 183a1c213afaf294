import { selectAuditRetention } from "../audit/queries.ts";
import { type ReplicaLag, readReplicaLag } from "../catalog/replica/replicaLag.ts";
import type { Queryable } from "../db/database.ts";
import { listMissingMigrations } from "../db/migrateSchema.ts";
import {
  type RanMigration,
  type ServerFacts,
  selectMigrations,
  selectServerFacts,
  selectTaskCounts,
  type TaskCounts,
} from "../db/systemQueries.ts";
import { SchemaVersionError } from "../db/upgradeFrom010.ts";
import { formatCount, formatCounted } from "../html/amount.ts";
import { renderCard } from "../html/card.ts";
import { renderDefinitions } from "../html/definitions.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderNotice } from "../html/notice.ts";
import { renderRows } from "../html/table.ts";
import { answerPage } from "../site/visit.ts";
import type { ConsoleContext, Handler } from "./consoleContext.ts";

const mebibyte = 1024 * 1024;

function describeLag(lag: ReplicaLag | undefined): string {
  if (lag === undefined) return "being filled";
  return `${lag.seconds.toFixed(1)} s and ${formatCounted(lag.changes, "change")} behind`;
}

function renderVersions(
  context: ConsoleContext,
  server: ServerFacts,
  auditDays: number | null,
  lag: ReplicaLag | undefined,
  now: Date,
): Html {
  const driftS = Math.abs(server.now.getTime() - now.getTime()) / 1_000;
  const facts = renderDefinitions([
    { term: "partsdesk", value: context.version },
    { term: "Node.js", value: process.versions.node },
    { term: "PostgreSQL", value: server.version },
    { term: "Database", value: `${formatCount(Math.ceil(server.bytes / mebibyte))} MiB` },
    { term: "Replica of the catalog", value: describeLag(lag) },
    { term: "Workers", value: `${context.countServing()} of ${context.workers} answer requests` },
    { term: "Clock difference", value: `${driftS.toFixed(1)} s` },
    {
      term: "Two-factor authentication for operators",
      value: context.requireSecondFactor ? "required" : "optional",
    },
    {
      term: "Audit events",
      value:
        auditDays === null ? "kept forever" : `deleted after ${formatCounted(auditDays, "day")}`,
    },
  ]);
  return renderCard({ title: "Version", body: facts });
}

function renderJobs(tasks: readonly TaskCounts[]): Html {
  const renderNext = ({ nextAt }: TaskCounts) => (nextAt === null ? "none" : renderMoment(nextAt));
  const table = renderRows("Jobs by task", tasks, [
    { title: "Task", kind: "code", cell: ({ task }) => task },
    { title: "Waiting", kind: "number", cell: ({ waiting }) => waiting },
    { title: "Running", kind: "number", cell: ({ running }) => running },
    { title: "Failed", kind: "number", cell: ({ failed }) => failed },
    { title: "Next", kind: "words", cell: renderNext },
  ]);
  const none = html`<p class="quiet">No scheduled jobs.</p>`;
  return renderCard({ title: "Jobs", body: tasks.length === 0 ? none : table });
}

/** Describes what is wrong with the migrations; null if the schema is that of this version. */
async function findSchemaFault(db: Queryable): Promise<string | null> {
  try {
    const missing = await listMissingMigrations(db);
    if (missing.length === 0) return null;
    return `Missing migrations: ${missing.join(", ")}. Run partsdesk migrate.`;
  } catch (error) {
    if (error instanceof SchemaVersionError) return error.message;
    throw error;
  }
}

function renderMigrations(ran: readonly RanMigration[], fault: string | null): Html {
  const table = renderRows("Migrations, newest first", ran, [
    { title: "Name", kind: "code", cell: ({ name }) => name },
    { title: "Applied", kind: "words", cell: ({ ranAt }) => renderMoment(ranAt) },
  ]);
  const body = html`${fault === null ? null : renderNotice("fault", fault)}${table}`;
  return renderCard({ title: "Migrations", body });
}

function renderSettings(settings: ConsoleContext["settings"]): Html {
  const unset = html`<span class="quiet">not set</span>`;
  const table = renderRows("Configuration, secrets masked", Object.entries(settings), [
    { title: "Setting", kind: "code", cell: ([name]) => name },
    { title: "Value", kind: "text", cell: ([, value]) => value ?? unset },
  ]);
  return renderCard({ title: "Configuration", body: table });
}

export const showSystem: Handler = async (context, { now }) => {
  const { db, replica, settings } = context;
  const [server, lag, auditDays, tasks, ran, schemaFault] = await Promise.all([
    selectServerFacts(db),
    readReplicaLag(db, replica),
    selectAuditRetention(db),
    selectTaskCounts(db),
    selectMigrations(db),
    findSchemaFault(db),
  ]);
  return answerPage({
    title: "System",
    sentence: "Versions, jobs, migrations and configuration.",
    body: html`${[
      renderVersions(context, server, auditDays, lag, now),
      renderJobs(tasks),
      renderMigrations(ran, schemaFault),
      renderSettings(settings),
    ]}`,
  });
};
