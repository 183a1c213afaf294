// What the forms of a list's page do. Whatever button was pressed, no row loses what was typed into
// it. Without script the page is shown again; the script receives the rows that it shows, the
// summary and the tabs, and keeps what is typed elsewhere.

import { isUuid } from "../db/isUuid.ts";
import { orderAddress } from "../home/portalAddresses.ts";
import type { Handler, PortalContext, Visit } from "../home/portalContext.ts";
import { readLeftOutLines } from "../imports/rows/leftOutRows.ts";
import { limits } from "../kit/contract/limits.ts";
import { Failure } from "../kit/errors.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { type FormState, renderForm } from "../kit/html/form.ts";
import { type Content, html } from "../kit/html/html.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { type Row, renderTable } from "../kit/html/table.ts";
import type { Money } from "../kit/money.ts";
import { formatMoney, multiplyPrice } from "../kit/price.ts";
import { type Fields, readFormVersion } from "../kit/site/fields.ts";
import { answerPage, notFound, redirect, wantsFragment } from "../kit/site/visit.ts";
import { describeOrderTerms } from "../prices/orderTerms.ts";
import type { LineTexts } from "../reading/line.ts";
import { type AddRefusal, addReadyRows } from "./addReadyRows.ts";
import {
  changeList,
  type ListChanged,
  markTexts,
  maxChangedRows,
  type RowChange,
  textsOfRow,
  undoChange,
} from "./changeList.ts";
import { includeLine, repeatList, saveList } from "./createList.ts";
import type { OrderList } from "./orderList.ts";
import { planSeveral, type SeveralFix, type SeveralKind } from "./planFixes.ts";
import {
  filterOfView,
  formatListAddress,
  type ListPageMore,
  loadListPage,
  readListView,
  renderListPage,
  renderListParts,
  rowsPerPage,
} from "./portalList.ts";
import { describeSuggested, nameFix } from "./portalRow.ts";
import { selectList } from "./queries.ts";
import { selectRows, selectStartBefore } from "./rowQueries.ts";

/** The page of a list as it is now, with why it was not changed: a notice, or faults of fields. */
async function answerRefused(
  context: PortalContext,
  visit: Visit,
  { accountId, listId }: OrderList,
  more: ListPageMore,
) {
  const list = await selectList(context.db, accountId, listId);
  if (list === undefined) return notFound;
  return answerPage(
    renderListPage(await loadListPage(context, visit, list, more)),
    more.notice ? 409 : 422,
  );
}

/**
 * What a form changes: the rows of which the texts differ from those that its page showed, and the
 * fix that is the value of the button that was pressed.
 */
function readChanges(form: Fields): RowChange[] {
  const [, fixed, mark = ""] = /^([1-9]\d{0,8}):(.+)$/s.exec(form.text("fix")) ?? [];
  const names = form.names().flatMap((name) => /^was-([1-9]\d{0,8})$/.exec(name)?.[1] ?? []);
  const rows = new Set([fixed ?? [], names].flat());
  const changes = [...rows].map((row): RowChange => {
    const seen = form.text(`was-${row}`);
    const texts = {
      partNumber: form.text(`number-${row}`),
      quantity: form.text(`quantity-${row}`),
      condition: form.text(`condition-${row}`),
    };
    // What was typed into a row that is removed is of no use.
    const isTyped = markTexts(texts) !== seen && !(row === fixed && mark === "remove");
    return {
      rowNumber: Number(row),
      ...(isTyped && form.has(`was-${row}`) && { texts }),
      ...(row === fixed && { fix: { seen, mark } }),
    };
  });
  // A page has fewer.
  return changes.filter(({ texts, fix }) => texts ?? fix).slice(0, maxChangedRows);
}

/** The state of a row with what was typed, or as it is now, and why its change was not made. */
function toRefused(rowNumber: number, texts: LineTexts, message: string): FormState {
  const subject = message.startsWith("The condition") ? "condition" : "number";
  const typed = new Map([
    [`number-${rowNumber}`, texts.partNumber],
    [`quantity-${rowNumber}`, texts.quantity],
    [`condition-${rowNumber}`, texts.condition],
  ]);
  const fault = { field: `${subject}-${rowNumber}`, text: `Row ${rowNumber}: ${message}` };
  return { value: (name) => typed.get(name) ?? "", faults: [fault], prefix: "row" };
}

const staleRow = "This row, its stock or its price changed. Check it, then choose again.";
const typedRow =
  "What you typed is saved. It changes what the row can be fixed with: choose again.";

type SavedRows = Pick<ListChanged, "changed" | "created" | "removed"> & {
  /** The rows that undoing put back as they were; null if nothing was undone. */
  readonly undone: readonly number[] | null;
  /** The rows whose change was not made, and why. The others are saved. */
  readonly refused: ReadonlyMap<number, FormState>;
};

/** Saves what a form of rows says. */
async function saveRows(
  context: PortalContext,
  { form, now }: Visit,
  { accountId, listId }: OrderList,
): Promise<SavedRows> {
  const list = { accountId, listId, now };
  const changes = readChanges(form);
  const done = await changeList(context, list, changes);
  const { changed = [], created = [], removed = [], stale: rowNumbers = [] } = done ?? {};
  const refused = new Map<number, FormState>();
  const stale = rowNumbers.length === 0 ? [] : await selectRows(context.db, listId, { rowNumbers });
  for (const row of stale) {
    const { rowNumber } = row;
    const why = changed.includes(rowNumber) ? typedRow : staleRow;
    refused.set(rowNumber, toRefused(rowNumber, textsOfRow(row), why));
  }
  for (const [rowNumber, message] of done?.refused ?? []) {
    const { texts } = changes.find((one) => one.rowNumber === rowNumber) ?? {};
    const typed = texts ?? { partNumber: "", quantity: "", condition: "" };
    refused.set(rowNumber, toRefused(rowNumber, typed, message));
  }
  const undone = form.has("undo") ? ((await undoChange(context, list)) ?? []) : null;
  return { changed, created, removed, undone, refused };
}

function describeSaved({ changed, created, removed, undone, refused }: SavedRows): string {
  const [[first], [second], [gone]] = [changed, created, removed];
  if (refused.size > 0)
    return changed.length > 0 ? "Saved, but see the row." : "Not saved: see the row.";
  if (undone !== null) return undone.length === 0 ? "Nothing to undo." : "Last change undone.";
  if (gone !== undefined) return `Row ${gone} removed.`;
  if (second !== undefined) return `Row ${first} split into rows ${first} and ${second}.`;
  return changed.length === 1
    ? `Row ${first} saved.`
    : `${formatCounted(changed.length, "row")} saved.`;
}

const maxShown = 200;

export const changeRows: Handler<OrderList> = async (context, visit, list) => {
  const { db } = context;
  const { form } = visit;
  const { listId } = list;
  const saved = await saveRows(context, visit, list);
  const { refused, changed, created, removed, undone } = saved;
  const view = readListView(form, "all");
  if (wantsFragment(visit)) {
    // Saving its rows has changed the list.
    const current = (await selectList(db, list.accountId, listId)) ?? list;
    const texts = form.text("shown").split(",").slice(0, maxShown);
    const shown = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
    // What was removed and put back is shown again, as is the second row of a split.
    const rowNumbers = [...shown, ...created, ...(undone ?? []).slice(0, rowsPerPage)];
    const more = { refused, rowNumbers };
    const parts = renderListParts(await loadListPage(context, visit, current, more));
    const message = html`<p data-message>${describeSaved(saved)}</p>`;
    const status = refused.size > 0 ? 422 : 200;
    return { kind: "fragment", html: html`${message}${parts}`, status };
  }
  if (refused.size > 0) return answerRefused(context, visit, list, { refused });
  const [rowNumber = removed[0]] = changed;
  if (rowNumber === undefined) return redirect(formatListAddress(listId, view));
  // The view continues at the changed row, the next one, or the one before.
  const filter = filterOfView(view.show);
  const [next] = await selectRows(db, listId, filter, { after: rowNumber - 1, limit: 1 });
  const before = await selectStartBefore(db, listId, filter, rowNumber, 1);
  const [last] =
    next === undefined ? await selectRows(db, listId, filter, { after: before, limit: 1 }) : [];
  const place = next ?? last;
  const address = formatListAddress(listId, view, rowNumber);
  return redirect(place === undefined ? address : `${address}#row-${place.rowNumber}`);
};

const checkAgain = "Check the rows and the total, then add them again.";

/** Why rows were not added, and what to do. */
const addRefusals: Readonly<
  Record<Exclude<AddRefusal["outcome"], "changed" | "refused">, readonly [string, string]>
> = {
  stale: ["someone changed this list in the meantime", checkAgain],
  checking: ["rows are still being checked", "Wait a moment."],
  nothing: ["no row is ready", "Fix the rows, then add them."],
  busy: ["the draft is in use", "Try again in a moment."],
  "no draft": ["that order is no longer a draft", "Add the rows to another draft or a new one."],
  "several currencies": [
    "a draft has one currency, but these rows have several",
    "Add them to new drafts.",
  ],
  "outside limits": [
    `a draft can have up to ${limits.orderLines} lines`,
    "Add the rows to new drafts.",
  ],
};

function describeAddRefusal(refusal: AddRefusal): readonly [why: string, remedy: string] {
  if (refusal.outcome === "changed") {
    return [`stock or price of ${formatCounted(refusal.rows, "row")} changed`, checkAgain];
  }
  if (refusal.outcome !== "refused") return addRefusals[refusal.outcome];
  const message = refusal.lines[0]?.faults[0]?.message ?? "A line can't be ordered.";
  const remedy = `${message} Add them to a new draft, or change the rows.`;
  return ["the draft can't take these rows", remedy];
}

/** Adds the ready rows to a draft and redirects there, or shows the list with the reason. */
export const addRows: Handler<OrderList> = async (context, visit, list) => {
  const { form, signedIn, requestId, now } = visit;
  const { listId } = list;
  const view = readListView(form, "all");
  const { refused, changed } = await saveRows(context, visit, list);
  if (refused.size > 0) return answerRefused(context, visit, list, { refused });
  // The total on the button is that of before.
  if (changed.length > 0) return redirect(`${formatListAddress(listId, view)}&saved=yes`);
  const draft = form.text("draft");
  const draftId = draft === "" ? null : draft;
  const version = readFormVersion(form);
  const outcome =
    draftId === null || isUuid(draftId)
      ? await addReadyRows(context, { signedIn, listId, version, draftId, requestId, now })
      : ({ outcome: "no draft" } as const);
  if (outcome.outcome === "unknown") return notFound;
  if (outcome.outcome === "added") {
    context.countOrder("placed", outcome.created);
    const [orderId] = outcome.orderIds;
    return redirect(
      orderId === undefined
        ? formatListAddress(listId, { show: "added" })
        : orderAddress(orderId, `?list=${listId}`),
    );
  }
  const [why, remedy] = describeAddRefusal(outcome);
  const notice = renderNotice("fault", `Nothing added: ${why}`, remedy);
  return answerRefused(context, visit, list, { notice });
};

/** Makes a line that was left out a row, and shows it. */
export const useLine: Handler<OrderList> = async (context, { form, now }, list) => {
  const text = form.text("line");
  const line = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
  if (line === null || !list.notes.flatMap(readLeftOutLines).includes(line)) return notFound;
  const reading = { kind: "readLine", given: [list, line] } as const;
  const read = await context.readList(list.accountId, reading);
  if (read.outcome === "refused") throw new Failure("UNAVAILABLE", { message: read.message });
  const { row } = read;
  if (row === undefined || (await includeLine(context, list, row, now)) === "unknown") {
    return notFound;
  }
  const address = formatListAddress(list.listId, { show: "all", after: line - 1 }, line);
  return redirect(`${address}#row-${line}`);
};

/** Names and saves a list, or saves it no longer, or shows it with the reason why not. */
export const saveSettings: Handler<OrderList> = async (context, visit, list) => {
  const { form } = visit;
  const { accountId, listId } = list;
  const settings = { name: form.text("name"), isSaved: form.text("saved") !== "no" };
  const outcome = await saveList(context.db, accountId, listId, settings);
  if (outcome === "unknown") return notFound;
  if (outcome === "saved") return redirect(`/quick-order/${listId}?named=yes`);
  const text =
    outcome === "unnamed"
      ? "Enter a name."
      : "Your account already has 200 saved lists. Remove one of them first.";
  const faults = [{ field: "name", text }];
  const renamed = { value: (name: string) => form.text(name), faults, prefix: "list" };
  return answerRefused(context, visit, list, { renamed });
};

/** Creates a list with the same rows and shows it. */
export const orderAgain: Handler<OrderList> = async ({ db }, { signedIn, now }, list) => {
  const copyId = await repeatList(db, signedIn, list.listId, now);
  return copyId === undefined ? notFound : redirect(`/quick-order/${copyId}`);
};

// "Fix several": what can be done for many rows at once, each row with what it changes and costs. A
// person clears the rows that should stay as they are, then does the rest with one button.

const titles: Readonly<Record<SeveralKind, (rows: string) => string>> = {
  number: (rows) => `Use the suggested number: ${rows}`,
  cheapest: (rows) => `Choose the cheapest in the same condition: ${rows}`,
  reduce: (rows) => `Reduce to available stock: ${rows}`,
  round: (rows) => `Round up to packs: ${rows}`,
  convert: (rows) => `Convert to the unit of the part: ${rows}`,
  remove: (rows) => `Remove rows not found: ${rows}`,
};

/** What a fix makes of its row, and why. */
function describeChange({ row, fix, facts: { named } }: SeveralFix): string {
  if (fix.kind === "offer") {
    const { vendor, condition } = fix.choice.offer;
    const quantity = fix.ordered?.quantity ?? row.quantity ?? 0;
    return `${formatCount(quantity)} from ${vendor}, ${condition}`;
  }
  if (fix.kind === "number") return `${fix.part.partNumber}: ${describeSuggested(fix.part)}`;
  const terms = fix.several === "round" && named !== null ? describeOrderTerms(named.terms) : [];
  const exact = fix.kind === "quantity" ? (fix.exact ?? null) : null;
  const rounded =
    fix.kind === "quantity" && exact !== null ? [`rounded up from ${exact} ${fix.unit}`] : [];
  return [nameFix(fix, named), terms, rounded].flat().join(", ");
}

/** What a row costs once it is fixed, at the quantity that it then has by itself. */
function findCost({ row, fix, facts }: SeveralFix): Money | null {
  const choice =
    fix.kind === "offer" ? fix.choice : fix.kind === "number" ? fix.part.choice : facts.named;
  const ordered = "ordered" in fix ? fix.ordered : null;
  const quantity = ordered?.quantity ?? row.quantity;
  const price = choice !== null && quantity !== null ? choice.priceAt(quantity) : null;
  return price === null || quantity === null ? null : multiplyPrice(price, quantity);
}

function renderRow(one: SeveralFix): Row {
  const { row, fix } = one;
  const { rowNumber, partNumber } = row;
  const cost = findCost(one);
  const value = `${rowNumber}:${markTexts(textsOfRow(row))}:${fix.mark}`;
  const change = describeChange(one);
  // A part that is not found may be wanted all the same: its quote is requested then.
  const isRemoved = fix.kind === "remove";
  return {
    pick: html`<input type="checkbox" name="fix"${!isRemoved && html` checked`} value="${value}" autocomplete="off"
 aria-label="Row ${rowNumber}: ${change}">`,
    cells: [
      formatCount(rowNumber),
      partNumber,
      textsOfRow(row).quantity,
      change,
      cost && formatMoney(cost),
    ],
  };
}

function renderGroup([kind, fixes]: readonly [SeveralKind, readonly SeveralFix[]]): Content {
  const costs = fixes.flatMap((one) => findCost(one) ?? []);
  const totals = [...Map.groupBy(costs, (cost) => cost.currency)].map(([currency, some]) =>
    formatMoney({ currency, minor: some.reduce((sum, { minor }) => sum + minor, 0n) }),
  );
  const title = titles[kind](formatCounted(fixes.length, "row"));
  const table = renderTable({
    caption: title,
    pickHead: html`<span class="unseen">Fix</span>`,
    columns: [
      { title: "Row", kind: "number" },
      { title: "Part number", kind: "code" },
      { title: "In your list", kind: "text", titled: true },
      { title: "Change", kind: "prose" },
      { title: "Cost", kind: "number" },
    ],
    rows: fixes.map(renderRow),
  });
  return renderCard({ title: [title, totals.join(" and ") || []].flat().join(", "), body: table });
}

export const showSeveral: Handler<OrderList> = async (context, { now }, list) => {
  const { groups, hasMore } = await planSeveral(context, list, now);
  const none = renderEmptyState(
    "Nothing to fix for several rows",
    html`<p>The rows that need attention need a decision of their own.</p>`,
  );
  const form = renderForm({
    action: `/quick-order/${list.listId}/several`,
    body: html`${[...groups].map(renderGroup)}`,
    button: { text: "Fix checked rows", kind: "primary" },
  });
  const more = hasMore && html`<p class="hint">More rows follow once these are fixed.</p>\n`;
  return answerPage({
    title: "Fix several rows",
    above: { href: `/quick-order/${list.listId}`, text: list.name },
    sentence: "Checked rows are fixed; the others stay as they are.",
    body: html`${groups.size === 0 ? none : form}${more}`,
  });
};

function readChosen(form: Fields): RowChange[] {
  const chosen = form.all("fix").flatMap((text): RowChange[] => {
    const [, row, seen = "", mark = ""] = /^([1-9]\d{0,8}):([0-9a-f]{12}):(.+)$/s.exec(text) ?? [];
    return row === undefined ? [] : [{ rowNumber: Number(row), fix: { seen, mark } }];
  });
  return chosen.slice(0, maxChangedRows);
}

/** Fixes the checked rows, and shows the list. */
export const fixSeveral: Handler<OrderList> = async (context, { form, now }, list) => {
  const { accountId, listId } = list;
  const done = await changeList(context, { accountId, listId, now }, readChosen(form));
  if (done === undefined) return notFound;
  const rows = done.changed.length + done.removed.length;
  const stale = done.stale.length + done.refused.size;
  return redirect(`/quick-order/${listId}?fixed=${rows}&stale=${stale}`);
};
