// The list of imports, and the words of runs on all pages.
import { Type } from "typebox";
import type { RunMode } from "../catalog/changeQueries.ts";
import { offerLabels } from "../catalog/offerFields.ts";
import { fileAddress, runAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext } from "../home/consoleContext.ts";
import { catalogManagers, everyone, mayUse } from "../kit/access.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { type FieldFault, renderButtonLink } from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { type Meaning, renderBadge, renderToast } from "../kit/html/notice.ts";
import { renderRows } from "../kit/html/table.ts";
import { list } from "../kit/list.ts";
import { type Answer, answerPage } from "../kit/site/visit.ts";
import { sql } from "../kit/sql.ts";
import type { ImportFile } from "./file.ts";
import { selectFiles } from "./fileQueries.ts";
import { type RunKind, type RunState, readRunId } from "./run.ts";
import { type ListedRun, listedRunColumns, listedRuns } from "./runQueries.ts";

export const importsPath = "/console/imports";
export const aboveImports = { href: importsPath, text: "Imports" };

const stateWords: Readonly<Record<RunState, readonly [Meaning, string]>> = {
  running: ["neutral", "Running"],
  stopped: ["short", "Stopped"],
  failed: ["fault", "Failed"],
  interrupted: ["fault", "Interrupted"],
  previewed: ["neutral", "Checked"],
  committed: ["good", "Committed"],
  cancelled: ["neutral", "Cancelled"],
};

export function renderRunState(state: RunState): Html {
  return renderBadge(...stateWords[state]);
}

export const kindWords: Readonly<Record<RunKind, string>> = {
  catalog: "Catalog",
  stock: "Stock",
  agreement: "Agreement",
};

/** Type and mode: "Catalog, replace". */
export function nameKind(kind: RunKind, mode: RunMode): string {
  if (mode === "merge") return kindWords[kind];
  return `${kindWords[kind]}, ${mode === "edit" ? "edited" : mode}`;
}

const countWords: ReadonlyMap<string, string> = new Map([
  ["unknown_parts", "not in the catalog"],
  ["emptied", "set out of stock"],
  ["deactivated", "discontinued"],
]);

export function nameCount(name: string): string {
  return countWords.get(name) ?? name.replaceAll("_", " ");
}

/** The words for columns of files, where they are not just their name. */
const columnWords: ReadonlyMap<string, string> = new Map([
  ...Object.entries(offerLabels),
  ["part_number", "Part number"],
  ["unit_of_measure", "Unit of measure"],
  ["available_stock", "Quantity"],
  ["price", "Price"],
  ["unit_price", "Unit price"],
  ["price_per", "Price per"],
  ["cage", "CAGE code"],
  ["as_of", "Counted at"],
  ["discount_percent", "Discount in %"],
  ["order_min", "Minimum order"],
  ["order_multiple", "Order multiple"],
  ["valid_from", "Valid from"],
  ["valid_to", "Valid to"],
]);

/** The word for a column of files. */
export function nameColumn(column: string): string {
  return columnWords.get(column) ?? capitalize(column.replaceAll("_", " "));
}

/** A sentence with the words of columns, except in what it quotes: other interfaces have names. */
export function nameColumns(sentence: string): string {
  const toWord = (name: string) => (columnWords.has(name) ? nameColumn(name).toLowerCase() : name);
  return sentence
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? part : part.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, toWord)))
    .join("");
}

export function nameSubject(
  vendor: string | null,
  vendors: readonly string[] | null,
  accountName: string | null,
): Html | string {
  if (accountName !== null) return accountName;
  if (vendor !== null) return vendor;
  if (vendors?.length === 0) return "";
  const [first, ...others] = vendors ?? [];
  if (first === undefined) return html`<span class="quiet">see file</span>`;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${size.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${unit}`;
}

/** An import takes seconds or minutes. */
export const busy = { waitS: 10 };

/** For the page of the form that was sent, which keeps what was typed. */
export const busyFault: FieldFault = {
  field: "",
  text: "Too many imports are running, so nothing was started. Try again when one has finished.",
};

/** The node already works on the maximum number of imports; nothing was started. */
export const answerBusy: Answer = answerPage(
  {
    title: "Too many imports are running",
    sentence: "Nothing was started. Try again when one of them has finished.",
    above: aboveImports,
    body: html`<p><a href="${importsPath}?state=running">Show running imports</a></p>\n`,
  },
  busy,
);

/** What a run did or does: "3 created, 1 refused". */
function describeResult({ progress, counts, state }: ListedRun): string {
  if (progress !== null) return `${formatCount(progress.rows)} rows, ${progress.step}`;
  const counted = Object.entries(counts ?? {})
    .filter(([name, count]) => count > 0 && name !== "rows")
    .map(([name, count]) => `${formatCount(count)} ${nameCount(name)}`)
    .join(", ");
  const isPlain = state === "committed" || counted === "";
  return isPlain ? counted : `Nothing changed; in the file: ${counted}`;
}

const maxFiles = 50;

/** Files that are uploaded and not yet imported. */
function renderFiles(files: readonly ImportFile[], days: number): Html | null {
  if (files.length === 0) return null;
  const title = "Uploaded files";
  return renderCard({
    title,
    beside: html`<span>Not imported yet. Deleted after ${formatCounted(days, "day")}.</span>`,
    body: renderRows(title, files, [
      {
        title: "File",
        kind: "text",
        cell: ({ fileId, fileName }) => html`<a href="${fileAddress(fileId)}">${fileName}</a>`,
      },
      {
        title: "Type",
        kind: "words",
        titled: true,
        cell: ({ kind, mode }) => nameKind(kind, mode),
      },
      {
        title: "Vendor or account",
        kind: "text",
        titled: true,
        cell: ({ vendor, accountName }) => nameSubject(vendor, null, accountName),
      },
      { title: "Size", kind: "number", cell: ({ fileBytes }) => formatBytes(fileBytes) },
      { title: "Uploaded by", kind: "text", titled: true, cell: ({ sentBy }) => sentBy },
      { title: "Uploaded", kind: "words", titled: true, cell: ({ sentAt }) => renderAge(sentAt) },
    ]),
  });
}

const states = ["running", "stopped", "failed", "previewed", "committed", "cancelled"] as const;

export const runList = list({
  name: "import list",
  of: {
    name: "run",
    isId: (text) => readRunId(text) !== undefined,
    idOf: ({ runId }: ListedRun) => String(runId),
  },
  path: importsPath,
  who: everyone,
  title: "Imports",
  sentence: "Catalog, stock and agreement files, and what they changed.",
  caption: "Imports, newest first",
  filter: Type.Object({
    state: Type.Optional(Type.Enum([...states], { title: "State" })),
    kind: Type.Optional(
      Type.Enum(["catalog", "stock", "agreement"], { title: "Type", words: kindWords }),
    ),
  }),
  tabs: {
    name: "state",
    label: "States",
    words: [[null, "All"], ...states.map((state) => [state, stateWords[state][1]] as const)],
    count: async () => new Map(),
  },
  select: listedRunColumns,
  from: listedRuns,
  id: sql`r.run_id`,
  where: ({ filter: { state, kind } }) => [
    kind !== undefined && sql`r.kind = ${kind}`,
    state !== undefined &&
      sql`r.state = any (${state === "failed" ? ["failed", "interrupted"] : [state]})`,
  ],
  orders: { started: { keys: [sql`r.run_id`], isDescending: true } },
  columns: [
    {
      title: "Run",
      kind: "words",
      cell: ({ runId }) => html`<a class="unbroken" href="${runAddress(runId)}">Run ${runId}</a>`,
    },
    { title: "Type", kind: "words", titled: true, cell: ({ kind, mode }) => nameKind(kind, mode) },
    {
      title: "File",
      kind: "text",
      cell: ({ fileName }) => fileName ?? html`<span class="quiet">none</span>`,
    },
    {
      title: "Vendor or account",
      kind: "text",
      titled: true,
      cell: ({ vendor, vendors, accountName }) => nameSubject(vendor, vendors, accountName),
    },
    { title: "State", kind: "words", corner: true, cell: ({ state }) => renderRunState(state) },
    { title: "Result", kind: "text", titled: true, cell: describeResult },
    { title: "By", kind: "text", titled: true, cell: ({ startedBy }) => startedBy },
    {
      title: "Started",
      kind: "words",
      titled: true,
      cell: ({ startedAt }) => renderAge(startedAt),
    },
  ],
  none: () => ({
    title: "No matching imports",
    body: html`<p>Import catalog, stock or agreement files. Every file is checked before it changes anything, and an import can be reverted. Imports from the command line are shown here too.</p>`,
  }),
  async around({ db, importFileDays }: ConsoleContext, { query, signedIn }, { state, kind }) {
    const isBare = state === undefined && kind === undefined && query.text("after") === "";
    const files = isBare ? await selectFiles(db, maxFiles) : [];
    const upload =
      mayUse(catalogManagers, signedIn) &&
      renderButtonLink(`${importsPath}/new`, "Import file", "primary");
    const isDiscarded = query.text("done") === "discarded";
    return {
      ...(upload && { primary: upload }),
      top: html`${isDiscarded && renderToast("File discarded.")}${renderFiles(files, importFileDays)}`,
    };
  },
});
