// The rules for Prometheus and the dashboard of deploy/, against the metrics of a running node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { readVersion } from "../../src/version.ts";
import { namesOf, readTable } from "../docs/examples.ts";
import { deployPath, readDeploy, readYaml, replaceOnce, root } from "../support/deployFiles.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { lacksProgram } from "../support/lacksProgram.ts";
import { type ServedNode, startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

type Rule = {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly annotations?: { readonly runbook_url?: string };
};

type Area = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: Area;
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
};

const rulesFile = "prometheus-rules.yml";
const [rulesDocument] = readYaml(rulesFile);
const rules: readonly Rule[] = rulesDocument.groups.flatMap(
  (group: { readonly rules: readonly Rule[] }) => group.rules,
);
const dashboard = JSON.parse(readDeploy("grafana-dashboard.json"));
const panels: readonly Panel[] = dashboard.panels;
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const skip = lacksProgram("promtool", "prometheus");
const table = readTable("docs/operating.md", "Metrics");

const database = share(openTestDatabase);
let served: ServedNode;
let metricsPort: number;
const importedAt = new Date("2026-11-20T06:00:00Z");

before(async () => {
  metricsPort = await findFreePort();
  served = await startServed(database, { METRICS_PORT: String(metricsPort) });
});

after(() => served.end());

async function readMetrics(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
}

/** The names of all series of a page, those of histograms included. */
function namesOnPage(page: string): Set<string> {
  const types = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = "", type]) =>
      type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

/** Metrics of the node_exporter, on the machines of the service. */
const foreign = new Set([
  "node_filesystem_avail_bytes",
  "node_filesystem_size_bytes",
  "node_textfile_mtime_seconds",
]);

const words = new Set(["and", "or", "unless", "by", "on", "bool", "ignoring", "without"]);

/** The metrics that an expression names. */
function namesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
    .replaceAll(/\b(by|on|without|ignoring) \([^)]*\)/g, "");
  const found = bare.matchAll(/[a-zA-Z_][\w:]*(?![\w:]*\s*\()/g);
  return [...found].map(([name]) => name).filter((name) => !words.has(name));
}

function runPromtool(...args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-rules-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("promtool accepts the rules, and refuses a faulty one", { skip }, async (t) => {
  const { status, output } = runPromtool("check", "rules", deployPath(rulesFile));
  assert.equal(status, 0, output);
  assert.ok(output.includes(`${rules.length} rules found`), output);
  const faulty = join(await createFolder(t), "faulty.yml");
  const text = readDeploy(rulesFile);
  await writeFile(faulty, replaceOnce(text, "absent(up", "absents(up"));
  assert.notEqual(runPromtool("check", "rules", faulty).status, 0);
});

test("every alert leads to its section of docs/operating.md, and every section has its alert", () => {
  const alerts = rules.flatMap(({ alert, annotations }) =>
    alert === undefined ? [] : [[alert, annotations?.runbook_url]],
  );
  const page = readFileSync(join(root, "docs/operating.md"), "utf8");
  const headings = [...page.matchAll(/^### (Partsdesk\w+)$/gm)].map(([, name = ""]) => [
    name,
    `docs/operating.md#${name.toLowerCase()}`,
  ]);
  assert.deepEqual(alerts.toSorted(), headings.toSorted());
});

test("the alerts fire for their faults and not otherwise", { skip }, async (t) => {
  const file = join(await createFolder(t), "test.yml");
  const cases = await readFile(join(root, "test/deploy/prometheusRules.yml"), "utf8");
  const text = replaceOnce(cases, "RULES", deployPath(rulesFile));
  await writeFile(file, text);
  const { status, output } = runPromtool("test", "rules", file);
  assert.equal(status, 0, output);
  await writeFile(file, replaceOnce(text, "values: 0+92x400", "values: 0+99x400"));
  assert.notEqual(runPromtool("test", "rules", file).status, 0);
});

test("promtool accepts the queries of the dashboard", { skip }, async (t) => {
  const file = join(await createFolder(t), "queries.json");
  const bare = queries.map((expr) => expr.replaceAll("$__rate_interval", "5m"));
  const checked = bare.map((expr, n) => ({ record: `query:${n}`, expr }));
  await writeFile(file, JSON.stringify({ groups: [{ name: "queries", rules: checked }] }));
  const { status, output } = runPromtool("check", "rules", file);
  assert.equal(status, 0, output);
  assert.ok(queries.length > 20);
});

test("a running node has every metric of the rules, the dashboard and the docs", async () => {
  const page = await readMetrics();
  const known = namesOnPage(page);
  const recorded = rules.flatMap(({ record }) => record ?? []);
  const used = [...rules.map(({ expr }) => expr), ...queries].flatMap(namesIn);
  assert.ok(used.includes("orders_total") && used.includes("partsdesk_build_info"));
  const unknown = used.filter((name) => ![...known, ...recorded, "up"].includes(name));
  assert.deepEqual(
    unknown.filter((name) => !foreign.has(name)),
    [],
  );
  const documented = table.flatMap(([name]) => namesOf(name));
  assert.deepEqual(
    documented.filter((name) => !known.has(name)),
    [],
  );
  const own = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  const undocumented = own.filter((name) => !/^(process|nodejs)_/.test(name));
  assert.deepEqual(
    undocumented.filter((name) => !documented.includes(name)),
    [],
  );
});

test("stock age and the oldest queued e-mail come from the database, and are missing without", async () => {
  const readValue = (page: string, name: string): number | undefined => {
    const found = new RegExp(`^${name} (\\S+)$`, "m").exec(page)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const times = ["stock_imported_timestamp_seconds", "mail_oldest_queued_timestamp_seconds"];
  const page = await readMetrics();
  const { node } = process.versions;
  assert.ok(page.includes(`partsdesk_build_info{version="${readVersion()}",node="${node}"} 1\n`));
  assert.deepEqual(
    times.map((name) => readValue(page, name)),
    [undefined, undefined],
  );

  const run = (text: string, values: readonly unknown[]) =>
    database.db.query({ name: "", text, values });
  const insertRun = `insert into import_runs
      (kind, mode, started_by, is_dry, state, started_at, ended_at)
    values ($1, $2, 'a test', false, $3, $4, $4)`;
  const later = new Date(importedAt.getTime() + 3_600_000);
  await run(insertRun, ["stock", "merge", "committed", importedAt]);
  await run(insertRun, ["stock", "merge", "failed", later]);
  await run(insertRun, ["agreement", "merge", "committed", later]);
  await run(insertRun, ["stock", "edit", "committed", later]);
  const insertMail = `insert into mails
      (mail_id, kind, recipient, subject, body, state, due_at, created_at)
    values ($1, 'test', 'a@parts.example', 'A', 'B', $2, '2099-01-01', $3)`;
  for (const [state, at] of [
    ["queued", later],
    ["queued", importedAt],
    ["kept", new Date(0)],
  ] as const) {
    await run(insertMail, [newId(), state, at]);
  }
  const filled = await readMetrics();
  const seconds = importedAt.getTime() / 1000;
  assert.deepEqual(
    times.map((name) => readValue(filled, name)),
    [seconds, seconds],
  );
});
