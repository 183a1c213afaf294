// The system page: which version runs on what, its migrations, its jobs, its configuration masked.
import { listMissingMigrations } from "../../db/migrateSchema.ts";
import {
  type RanMigration,
  type ServerFacts,
  selectMigrations,
  selectServerFacts,
  selectTaskCounts,
  type TaskCounts,
} from "../../db/systemQueries.ts";
import { formatCount } from "../../html/amount.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeTable } from "../../html/table.ts";
import type { Answer } from "../../http/visit.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { ConsoleServer, Visit } from "../consoleServer.ts";
import { everyRole } from "../everyRole.ts";

const mebibyte = 1024 * 1024;

function writeVersions(context: ConsoleContext, server: ServerFacts, now: Date): Html {
  const apartS = Math.abs(server.now.getTime() - now.getTime()) / 1_000;
  return html`<h2>Version</h2>
${writeDefinitions([
  { term: "partsdesk", value: context.version },
  { term: "Node.js", value: process.versions.node },
  { term: "PostgreSQL", value: server.version },
  { term: "Database", value: `${formatCount(Math.ceil(server.bytes / mebibyte))} MiB` },
  { term: "Clocks apart", value: `${apartS.toFixed(1)} s` },
  {
    term: "Second factor of operators",
    value: context.requireSecondFactor ? "required" : "optional",
  },
])}`;
}

function writeJobs(tasks: readonly TaskCounts[]): Html {
  const table = writeTable({
    caption: "Jobs by task",
    columns: [
      { title: "Task", kind: "code" },
      { title: "Waiting", kind: "number" },
      { title: "Running", kind: "number" },
      { title: "Failed", kind: "number" },
      { title: "Next", kind: "words" },
    ],
    rows: tasks.map(({ task, waiting, running, failed, nextAt }) => ({
      cells: [task, waiting, running, failed, nextAt === null ? "none" : writeMoment(nextAt)],
    })),
  });
  return html`<h2>Jobs</h2>
${tasks.length === 0 ? html`<p class="quiet">No job waits.</p>` : table}`;
}

function writeMigrations(ran: readonly RanMigration[], missing: readonly string[]): Html {
  const lacks =
    missing.length === 0
      ? null
      : writeNotice("fault", `The database lacks ${missing.join(", ")}. Run partsdesk migrate.`);
  return html`<h2>Migrations</h2>
${lacks}${writeTable({
  caption: "Migrations, the newest first",
  columns: [
    { title: "Name", kind: "code" },
    { title: "Ran", kind: "words" },
  ],
  rows: ran.map(({ name, ranAt }) => ({ cells: [name, writeMoment(ranAt)] })),
})}`;
}

function writeSettings(settings: ConsoleContext["settings"]): Html {
  return html`<h2>Configuration</h2>
${writeTable({
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

async function showSystem(context: ConsoleContext, { now }: Visit): Promise<Answer> {
  const { db, settings } = context;
  const [server, tasks, ran, missing] = await Promise.all([
    selectServerFacts(db),
    selectTaskCounts(db),
    selectMigrations(db),
    listMissingMigrations(db),
  ]);
  return {
    kind: "page",
    page: {
      title: "System",
      sentence: "What runs here.",
      body: html`${[
        writeVersions(context, server, now),
        writeJobs(tasks),
        writeMigrations(ran, missing),
        writeSettings(settings),
      ]}`,
    },
  };
}

/** Adds `/console/system`. */
export function registerSystem({ get, context }: ConsoleServer): void {
  get("/console/system", { roles: everyRole, answer: (visit) => showSystem(context, visit) });
}
