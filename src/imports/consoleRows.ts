// The rows that a run changes or would change: the first on its page, all of them by their kind, and
// as a file.

import { formatField } from "../catalog/consoleFields.ts";
import type { Queryable } from "../db/database.ts";
import { runAddress } from "../home/consoleAddresses.ts";
import type { Handler } from "../home/consoleContext.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type Html, html } from "../kit/html/html.ts";
import { type Meaning, renderBadge, renderNotice } from "../kit/html/notice.ts";
import { formatAddress, pageSize, paginate } from "../kit/html/pager.ts";
import { renderRows } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import type { Fields } from "../kit/site/fields.ts";
import { answerPage } from "../kit/site/visit.ts";
import { writeCsv } from "../reading/files/writeCsv.ts";
import { nameCount } from "./consoleRuns.ts";
import {
  allChangedRows,
  type ChangedRow,
  type ChangedRowFilter,
  type ChangedRowKey,
  changedRowKinds,
  exportChangedRows,
  readChangedRows,
  selectChangedRows,
  selectListingRun,
} from "./offers/changedRowQueries.ts";
import type { ImportRun } from "./run.ts";
import { isOutdated } from "./startRun.ts";

const filterNames = ["kind", "sort"] as const;

/** An invalid text counts as not sent. */
function readFilter(query: Fields): ChangedRowFilter {
  return {
    kind: changedRowKinds.find((kind) => kind === query.text("kind")) ?? null,
    isByPrice: query.text("sort") === "price",
  };
}

/** The row before the page, as `formatKey` writes it. */
function readKey(query: Fields, { isByPrice }: ChangedRowFilter): ChangedRowKey | null {
  const [position = "", priceChange = "NaN"] = query.text("after").split(" ");
  if (!/^\d{1,10}$/.test(position) || Number(position) > 2_147_483_647) return null;
  const change = Number(priceChange);
  if (isByPrice && Number.isNaN(change)) return null;
  return { position: Number(position), priceChange: change };
}

function formatKey({ position, priceChange }: ChangedRowKey): string {
  return priceChange === null ? String(position) : `${position} ${priceChange}`;
}

function countKinds({ report }: ImportRun): [ChangedRow["kind"], number][] {
  return changedRowKinds.flatMap((kind): [ChangedRow["kind"], number][] => {
    const count = report?.counts[kind] ?? 0;
    return count === 0 ? [] : [[kind, count]];
  });
}

function renderKindTabs(run: ImportRun, filter: ChangedRowFilter, sent: Sent): Html {
  const { kind } = filter;
  const address = (kind: string) =>
    formatAddress(runAddress(run.runId, "/rows"), { ...sent, kind });
  const kinds = countKinds(run);
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  return renderTabs("Type of change", [
    {
      href: address(""),
      text: "All",
      count: total,
      current: kind === null,
    },
    ...kinds.map(([one, count]) => ({
      href: address(one),
      text: capitalize(nameCount(one)),
      count,
      current: kind === one,
    })),
  ]);
}

type Sent = Readonly<Record<string, string>>;

function listSent(query: Fields): Sent {
  return Object.fromEntries(filterNames.map((name) => [name, query.text(name)]));
}

const kindMeanings: Readonly<Record<ChangedRow["kind"], Meaning>> = {
  created: "good",
  updated: "neutral",
  deactivated: "short",
  emptied: "short",
};

function renderKind({ kind }: ChangedRow): Html {
  return renderBadge(kindMeanings[kind], capitalize(nameCount(kind)));
}

function renderPart({ partNumber, partName }: ChangedRow): Html {
  const name = partName === null ? null : html`<br><span class="quiet">${partName}</span>`;
  return html`<code>${partNumber}</code>${name}`;
}

/** What every offer has unless its file says otherwise. */
const usual = new Set(["status ACTIVE", "min_quantity 1", "multiple 1"]);

function renderValues({ kind, fields, currencies, partName }: ChangedRow): Html {
  const { before, after } = currencies;
  const isUsual = (field: string, value: unknown) =>
    kind === "created" &&
    (usual.has(`${field} ${value}`) ||
      field === "currency" ||
      (field === "title" && value === partName));
  const points = fields
    .filter((change) => !isUsual(change.field, change.after))
    .map((change) => {
      const now = formatField(change.field, change.after, after);
      const was = formatField(change.field, change.before, before);
      const values = kind === "created" ? now : html`${was} → ${now}`;
      return html`<li>${change.field.replaceAll("_", " ")}: ${values}</li>\n`;
    });
  return html`<ul class="plain">\n${points}</ul>`;
}

/** A smaller change than this many percent, which would be shown as 0.0%. */
const minShown = 0.05;

/** +8.0%; empty if the price stays. Other currencies and prices on request have no percentage. */
function formatPriceChange({ priceChange }: ChangedRow): string {
  if (priceChange === null || priceChange === 0) return "";
  if (!Number.isFinite(priceChange)) return "no percentage";
  if (Math.abs(priceChange) < minShown) {
    return priceChange > 0 ? "less than +0.1%" : "less than \u22120.1%";
  }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const number = priceChange.toLocaleString("en-US", { ...digits, signDisplay: "always" });
  return `${number.replace("-", "\u2212")}%`;
}

function renderChangedRows(caption: string, rows: readonly ChangedRow[]): Html {
  return renderRows(caption, rows, [
    { title: "Part number", kind: "text", cell: renderPart },
    { title: "Change", kind: "words", cell: renderKind },
    {
      title: "Offer",
      kind: "text",
      cell: ({ vendor, condition, unitOfMeasure }) => `${condition}, ${unitOfMeasure}, ${vendor}`,
    },
    { title: "Price change", kind: "number", cell: formatPriceChange },
    { title: "Values", kind: "prose", cell: renderValues },
  ]);
}

/** That the rows are what a run would change, but the catalog has changed since; else null. */
async function renderOutdated(db: Queryable, run: ImportRun): Promise<Html | null> {
  if (!(await isOutdated(db, run))) return null;
  return renderNotice("short", "The catalog has changed since this check.");
}

function nameRows({ state }: ImportRun): string {
  return state === "committed" ? "Changed rows" : "Rows that would change";
}

const rowsOnRunPage = 10;

/** The first rows of a run, for its page; null if it has none. */
export async function renderFirstRows(db: Queryable, run: ImportRun): Promise<Html | null> {
  const total = countKinds(run).reduce((sum, [, count]) => sum + count, 0);
  if (total === 0 || run.mode === "revert" || run.mode === "edit") return null;
  const page = { after: null, limit: rowsOnRunPage };
  const listing = await selectListingRun(db, run.runId);
  if (listing === undefined) return null;
  const rows = await selectChangedRows(db, listing, allChangedRows, page);
  const address = runAddress(run.runId, "/rows");
  const isAll = rows.length === total;
  const link = isAll ? "Sort and download" : `View all ${formatCount(total)} rows`;
  return renderCard({
    title: nameRows(run),
    body: html`${renderChangedRows(
      isAll ? nameRows(run) : `${nameRows(run)}, the first ${rowsOnRunPage}`,
      rows,
    )}<p><a href="${address}">${link}</a> · <a href="${address}?sort=price">Largest price changes</a></p>
`,
  });
}

/** All rows of a run, or those of a kind. */
export const showChangedRows: Handler<ImportRun> = async ({ db }, { query }, run) => {
  const filter = readFilter(query);
  const sent = listSent(query);
  const path = runAddress(run.runId, "/rows");
  const after = readKey(query, filter);
  const page = { after, limit: pageSize + 1 };
  const listing = await selectListingRun(db, run.runId);
  const found = listing === undefined ? [] : await selectChangedRows(db, listing, filter, page);
  const { rows, pager } = paginate<ChangedRow, string>(found, {
    after: after === null ? null : formatKey(after),
    keyOf: formatKey,
    addressOf: (after) => formatAddress(path, { ...sent, after }),
    backText: "First",
    onText: "Next",
  });
  const none = renderEmptyState(
    "No matching rows",
    html`<p>Rows of a run are stored for a limited time. For a part's history, see its page.</p>`,
  );
  const csv = formatAddress(`${path}.csv`, sent);
  const [sort, order] = filter.isByPrice
    ? ["", "Order as in the file"]
    : ["price", "Largest price changes first"];
  const list = html`${renderChangedRows(nameRows(run), rows)}${pager}
<p class="quiet"><a href="${csv}">Download all as CSV</a></p>
`;
  return answerPage({
    title: `${nameRows(run)}, run ${run.runId}`,
    above: { href: runAddress(run.runId), text: `Run ${run.runId}` },
    body: html`${await renderOutdated(db, run)}${renderKindTabs(run, filter, sent)}
<p><a href="${formatAddress(path, { ...sent, sort })}">${order}</a></p>
${rows.length === 0 ? none : list}`,
  });
};

/** All rows of a run that match the filter, as CSV. */
export const sendChangedRows: Handler<ImportRun> = async ({ db, files }, visit, { runId }) => {
  const filter = readFilter(visit.query);
  const file = { name: `rows-of-run-${runId}.csv`, type: "text/csv; charset=utf-8" };
  const listing = (await selectListingRun(db, runId)) ?? runId;
  return files.send(visit, file, (session, target) =>
    writeCsv(exportChangedRows(readChangedRows(session, listing, filter)), target),
  );
};
