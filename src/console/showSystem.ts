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
import { formatCount } from "../html/amount.ts";
import { renderDefinitions } from "../html/definitions.ts";
import { type Html, html } from "../html/html.ts";
import { renderMoment } from "../html/moment.ts";
import { renderNotice } from "../html/notice.ts";
import { renderTable } from "../html/table.ts";
import { answerPage } from "../site/visit.ts";
import type { ConsoleContext, Handler } from "./consoleContext.ts";

const mebibyte = 1024 * 1024;

function renderVersions(context: ConsoleContext, server: ServerFacts, now: Date): Html {
  const driftS = Math.abs(server.now.getTime() - now.getTime()) / 1_000;
  return html`<h2>Version</h2>
${renderDefinitions([
  { term: "partsdesk", value: context.version },
  { term: "Node.js", value: process.versions.node },
  { term: "PostgreSQL", value: server.version },
  { term: "Database", value: `${formatCount(Math.ceil(server.bytes / mebibyte))} MiB` },
  { term: "Clock difference", value: `${driftS.toFixed(1)} s` },
  {
    term: "Second factor for operators",
    value: context.requireSecondFactor ? "required" : "optional",
  },
])}`;
}

function renderJobs(tasks: readonly TaskCounts[]): Html {
  const table = renderTable({
    caption: "Jobs by task",
    columns: [
      { title: "Task", kind: "code" },
      { title: "Waiting", kind: "number" },
      { title: "Running", kind: "number" },
      { title: "Failed", kind: "number" },
      { title: "Next", kind: "words" },
    ],
    rows: tasks.map(({ task, waiting, running, failed, nextAt }) => ({
      cells: [task, waiting, running, failed, nextAt === null ? "none" : renderMoment(nextAt)],
    })),
  });
  return html`<h2>Jobs</h2>
${tasks.length === 0 ? html`<p class="quiet">No scheduled jobs.</p>` : table}`;
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
  return html`<h2>Migrations</h2>
${fault === null ? null : renderNotice("fault", fault)}${renderTable({
  caption: "Migrations, newest first",
  columns: [
    { title: "Name", kind: "code" },
    { title: "Applied", kind: "words" },
  ],
  rows: ran.map(({ name, ranAt }) => ({ cells: [name, renderMoment(ranAt)] })),
})}`;
}

function renderSettings(settings: ConsoleContext["settings"]): Html {
  return html`<h2>Configuration</h2>
${renderTable({
  caption: "Configuration, secrets masked",
  columns: [
    { title: "Setting", kind: "code" },
    { title: "Value", kind: "text" },
  ],
  rows: Object.entries(settings).map(([name, value]) => ({
    cells: [name, value ?? html`<span class="quiet">not set</span>`],
  })),
})}`;
}

export const showSystem: Handler = async (context, { now }) => {
  const { db, settings } = context;
  const [server, tasks, ran, schemaFault] = await Promise.all([
    selectServerFacts(db),
    selectTaskCounts(db),
    selectMigrations(db),
    findSchemaFault(db),
  ]);
  return answerPage({
    title: "System",
    sentence: "Versions, jobs, migrations and configuration.",
    body: html`${[
      renderVersions(context, server, now),
      renderJobs(tasks),
      renderMigrations(ran, schemaFault),
      renderSettings(settings),
    ]}`,
  });
};
