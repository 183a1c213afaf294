// How lists come in: the first page, on which one is pasted or uploaded and those of the account are
// listed, and the page on which a buyer chooses the header and the columns of a list.
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { isUuid } from "../db/isUuid.ts";
import type { Handler, PortalContext, PublicHandler, Visit } from "../home/portalContext.ts";
import type { ColumnMapping } from "../imports/rows/columns.ts";
import { leftOutHeader, placeColumns, readMapping } from "../imports/rows/columns.ts";
import { addLikelyColumns, findHeaderPlace, guessColumns } from "../imports/rows/header.ts";
import { findSheet } from "../imports/rows/sheets.ts";
import type { RefusedFile } from "../imports/runner.ts";
import { maxTurnWaitMs, waitYourTurn } from "../imports/runner.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderEmptyState } from "../kit/html/emptyState.ts";
import { renderFileField, renderSelect, renderTextArea } from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderFaults,
  renderFilters,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderAge } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { cutPage, renderPager } from "../kit/html/pager.ts";
import { type Column, renderTable } from "../kit/html/table.ts";
import type { Fields } from "../kit/site/fields.ts";
import { receiveUpload, type Upload } from "../kit/site/receiveUpload.ts";
import { type Answer, answerPage, notFound, redirect, type SitePage } from "../kit/site/visit.ts";
import { nameHeaders } from "../reading/header.ts";
import { allowSlowBody } from "../server/http/connections/slowBody.ts";
import { type CreateListOutcome, createList, mayChooseColumns } from "./createList.ts";
import { listColumnRules, noHeaderLine } from "./listColumns.ts";
import type { ListId, OrderList } from "./orderList.ts";
import { type ListedList, selectLists, selectUploadFacts, type UploadFacts } from "./queries.ts";
import type { HeadRecord } from "./readUpload.ts";

/** The largest file, in bytes. */
export const maxFileBytes = 25 * 1024 * 1024;
/**
 * The largest pasted list, in bytes of its form: about 50,000 rows. It is held in memory and needs
 * no sign-in, so longer lists have to be files.
 */
export const maxPasteBytes = 2 * 1024 * 1024;

const listsPerPage = 20;

function renderPasteForm(state: FormState): Html {
  return renderForm({
    action: "/quick-order",
    label: "Paste rows",
    body: renderTextArea(state, {
      name: "rows",
      label: "Paste rows",
      rows: 10,
      code: true,
      hint:
        "One row per line: part number, quantity and optionally condition, copied from a " +
        "spreadsheet or typed as PN x 10. A header line is fine. Up to 50,000 rows, 2 MB.",
    }),
    button: { text: "Check rows", kind: "primary" },
  });
}

export function renderRepeatForm({ listId, name }: OrderList): Html {
  return renderForm({
    action: `/quick-order/${listId}/repeat`,
    button: { text: "Order again", label: `Order again: ${name}` },
  });
}

function renderTableOfLists(caption: string, lists: readonly ListedList[]): Html {
  return renderTable({
    caption,
    columns: [
      { title: "List", kind: "prose" },
      { title: "Rows", kind: "number" },
      { title: "Created by", kind: "words" },
      { title: "Created", kind: "words" },
      { title: "Actions", kind: "actions" },
    ],
    rows: lists.map((list) => ({
      cells: [
        html`<a href="/quick-order/${list.listId}">${list.name}</a>`,
        formatCount(list.rows),
        html`${list.madeBy.name}${list.unchecked > 0 && html` <span class="quiet">being checked</span>`}`,
        renderAge(list.createdAt),
        list.isUnclear ? null : renderRepeatForm(list),
      ],
    })),
  });
}

/** The page with its forms as they are, the saved lists of the account, and a page of the others. */
async function renderStart(
  { db, quickOrderDays: days }: PortalContext,
  { signedIn, query }: Visit,
  state: FormState,
): Promise<SitePage> {
  const { accountId } = signedIn.account;
  const text = query.text("before");
  const before = isUuid(text) ? (text as ListId) : null;
  const [saved, found] = await Promise.all([
    selectLists(db, accountId, { isSaved: true }),
    selectLists(db, accountId, { isSaved: false, before, limit: listsPerPage + 1 }),
  ]);
  const { rows: others, last } = cutPage(found, listsPerPage);
  const on = last === undefined ? null : `/quick-order?before=${last.listId}`;
  const file = renderForm({
    action: "/quick-order/file",
    upload: true,
    progress: true,
    label: "Upload file",
    body: renderFileField(state, {
      name: "file",
      label: "Or upload a file",
      accept: ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.gz",
      hint: "CSV, TSV, XLSX or JSON, up to 50,000 rows and 25 MB.",
    }),
    button: { text: "Check file" },
  });
  const stored = days === 0 ? "" : ` for ${formatCounted(days, "day")}`;
  const none = html`<p>Lists you paste or upload stay here${stored}.</p>`;
  const lists =
    others.length === 0
      ? renderEmptyState("No lists yet", none)
      : html`${renderTableOfLists("Lists of your account", others)}${renderPager({ back: null, on })}`;
  const title = "Saved lists";
  const savedCard =
    saved.length > 0 && renderCard({ title, body: renderTableOfLists(title, saved) });
  return {
    title: "Quick order",
    sentence: "Paste a list or upload a file. Every row is checked against stock and your prices.",
    body: html`${renderFaults(state)}<div class="halves">
${[
  renderCard({ title: "Paste a list", body: renderPasteForm(state) }),
  renderCard({ title: "Upload a file", body: file }),
]}</div>
${savedCard}${renderCard({ title: saved.length === 0 ? "Your lists" : "Other lists", body: lists })}`,
  };
}

export const showQuickOrder: Handler = async (context, visit) =>
  answerPage(await renderStart(context, visit, freshForm()));

async function refuse(context: PortalContext, visit: Visit, field: string, text: string) {
  const state: FormState = { value: (name) => visit.form.text(name), faults: [{ field, text }] };
  return answerPage(await renderStart(context, visit, state), 422);
}

async function answerMade(
  context: PortalContext,
  visit: Visit,
  made: CreateListOutcome | RefusedFile,
  field: string,
): Promise<Answer> {
  if (made.outcome === "refused") return refuse(context, visit, field, made.message);
  const at = `/quick-order/${made.listId}`;
  return redirect(made.outcome === "unclear" ? `${at}/columns` : at);
}

/** Creates a list from pasted rows. Visitors who are signed out get their rows back. */
export const receivePaste: PublicHandler = async (context, visit) => {
  const text = visit.form.text("rows");
  const { signedIn, now } = visit;
  if (signedIn === null) {
    const page = {
      title: "You are signed out. Your rows are still here",
      sentence: html`<a href="/sign-in" target="_blank">Sign in</a> in a new tab, then
return to this tab and check the rows again.`,
      body: renderPasteForm(freshForm({ rows: text })),
    };
    return answerPage(page, 422);
  }
  const { accountId } = signedIn.account;
  const { db, uploadTurns } = context;
  if (!(await uploadTurns.take(accountId, 1, maxTurnWaitMs))) throw waitYourTurn();
  try {
    const upload = { kind: "text", text } as const;
    const made = await createList(db, { signedIn, name: "Pasted list", upload, now });
    return await answerMade(context, { ...visit, signedIn }, made, "rows");
  } finally {
    uploadTurns.end(accountId);
  }
};

/** Receives a file and reads it. Only one of an account is in the memory of this worker. */
export const receiveFile: Handler = async (context, visit) => {
  const { signedIn, now } = visit;
  const { accountId } = signedIn.account;
  const { uploadTurns } = context;
  let hasTurn = false;
  async function take({ name, bytes }: Upload) {
    hasTurn = await uploadTurns.take(accountId, 1, maxTurnWaitMs);
    if (hasTurn) return { name, bytes: await buffer(bytes) };
    // A browser shows the answer only after it has sent the whole file.
    await finished(bytes.resume());
    throw waitYourTurn();
  }
  try {
    // The upload finishes before the transaction starts: a slow sender must not keep one open.
    const upload = await allowSlowBody(visit.request, () =>
      receiveUpload(visit.request, maxFileBytes, take),
    );
    if (upload.outcome === "too large") {
      const text = "The file is larger than 25 MB. Split it, or save it as CSV.";
      return await refuse(context, visit, "file", text);
    }
    if (upload.outcome === "no file") {
      return await refuse(context, visit, "file", "Choose a file to upload.");
    }
    const { name, bytes } = upload.result;
    const sent = { signedIn, name, upload: { kind: "file", bytes }, now } as const;
    const made = await context.readList(accountId, { kind: "createList", given: [sent] });
    return await answerMade(context, visit, made, "file");
  } finally {
    if (hasTurn) uploadTurns.end(accountId);
  }
};

// The page on which a buyer chooses the header and the columns of an uploaded list.

const missing = "Not in the list";
/** The columns that are chosen, with their labels, and what to choose if a list has none. */
const columnFields = [
  ["part_number", "Part number", "Choose a column"],
  ["quantity", "Quantity", `${missing}, or in the part number column`],
  ["condition", "Condition", missing],
  ["certificate", "Certificate", missing],
  ["unit_of_measure", "Unit of measure", missing],
  ["remark", "Remark", missing],
  ["needed_by", "Needed by", missing],
] as const;
const fieldOf = (column: string) => `column-${column}`;

/** An upload at a header line, 0 for none; its sheets if a workbook has several. */
type ShownUpload = {
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  readonly records: readonly HeadRecord[];
  readonly headerLine: number;
  /** A name for each column. */
  readonly names: readonly string[];
  /** The rows below the header. */
  readonly rows: readonly HeadRecord[];
  readonly mapping: ColumnMapping;
};

function findSheetName({ head }: UploadFacts, sheets: readonly string[], wanted?: string) {
  if (sheets.length === 0) return undefined;
  if (wanted !== undefined && sheets.includes(wanted)) return wanted;
  const heads = sheets.map((name) => {
    return { name, records: head.filter(({ sheet }) => sheet === name) };
  });
  const choice = findSheet(heads, listColumnRules, { headers: new Map(), fixed: new Map() });
  if (choice.outcome === "chosen") return sheets[choice.place];
  return sheets[choice.outcome === "unclear" ? (choice.places[0] ?? 0) : 0];
}

/** The upload at the sheet and header line that a form names, or that are found. */
function readUpload(facts: UploadFacts, sent: Fields): ShownUpload {
  const earlier = readMapping(facts.mapping);
  const sheets = [...new Set(facts.head.flatMap(({ sheet }) => sheet ?? []))];
  const wanted = sent.has("sheet") ? sent.text("sheet") : earlier.sheet;
  const sheet = findSheetName(facts, sheets, wanted);
  const records = facts.head.filter((record) => record.sheet === sheet);
  const typed = sent.has("line") ? Number(sent.text("line")) : earlier.headerLine;
  const isLine = typed === noHeaderLine || records.some(({ line }) => line === typed);
  const found = findHeaderPlace(records, listColumnRules, earlier);
  const likely = records[found ?? -1]?.line ?? noHeaderLine;
  const headerLine = typed !== undefined && isLine ? typed : likely;
  const header = records.findIndex(({ line }) => line === headerLine);
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  const blank = Array.from({ length: width }, () => "");
  const isSame = headerLine === earlier.headerLine && sheet === earlier.sheet;
  return {
    ...{ sheets, sheet, records, headerLine },
    names: nameHeaders(records[header]?.cells ?? blank),
    rows: records.slice(header + 1),
    mapping: isSame ? earlier : { headers: new Map(), fixed: new Map() },
  };
}

/** Fills the form with the columns that were chosen, named or are likely. */
function fillColumns({ headerLine, names, rows, mapping }: ShownUpload): FormState {
  const header = headerLine === noHeaderLine ? names.map(() => "") : names;
  const cells = rows.map((row) => row.cells);
  const shown = addLikelyColumns(mapping, guessColumns(header, cells, listColumnRules, mapping));
  const { places } = placeColumns(header, listColumnRules, shown);
  return freshForm(
    Object.fromEntries([...places].map(([name, place]) => [fieldOf(name), String(place)])),
  );
}

/** The mapping of a form, or what is wrong with it. */
function readColumns(
  form: Fields,
  { sheet, headerLine, names }: ShownUpload,
): ColumnMapping | FieldFault {
  const headers = new Map<string, string>();
  const taken = new Set<string>();
  for (const [name] of columnFields) {
    const text = form.text(fieldOf(name));
    const header = /^\d{1,3}$/.test(text) ? names[Number(text)] : undefined;
    if (header !== undefined && taken.has(header)) {
      return { field: fieldOf(name), text: "Choose a different column for each field." };
    }
    if (header !== undefined) taken.add(header);
    headers.set(name, header ?? leftOutHeader);
  }
  if (headers.get("part_number") === leftOutHeader) {
    return { field: fieldOf("part_number"), text: "Choose the part number column." };
  }
  return { headers, fixed: new Map(), headerLine, sheet };
}

const maxShownRows = 8;
const maxShownColumns = 12;
const maxTextLength = 60;
const sampleValues = 2;

function shorten(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength).toWellFormed()}…` : text;
}

/** `doubt` is why a person has to choose; null if the columns were found. */
function renderColumnsPage(
  list: OrderList,
  { sheets, sheet, records, headerLine, names, rows }: ShownUpload,
  state: FormState,
  doubt: string | null,
): SitePage {
  const action = `/quick-order/${list.listId}/columns`;
  const chosen = freshForm({ line: String(headerLine), sheet: sheet ?? "" });
  const lines = records.map(({ line, cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== "").join(" · ");
    return { value: String(line), text: `Line ${line}: ${shorten(filled)}` };
  });
  const none = { value: String(noHeaderLine), text: "No header line" };
  const headerForm = renderFilters({
    action,
    label: "Header",
    fields: [
      sheets.length > 0 &&
        renderSelect(chosen, {
          name: "sheet",
          label: "Sheet",
          options: sheets.map((name) => ({ value: name, text: name })),
        }),
      renderSelect(chosen, { name: "line", label: "Header line", options: [none, ...lines] }),
    ],
    button: "Use this header",
  });
  const columns = names.map((name, place) => {
    const values = rows.flatMap(({ cells }) => cells[place]?.trim() || []);
    const samples = [...new Set(values)].slice(0, sampleValues).join(", ");
    const text = samples === "" ? name : `${name} (${samples})`;
    return { value: String(place), text: shorten(text) };
  });
  const columnsForm = renderForm({
    action,
    hidden: { line: String(headerLine), ...(sheet === undefined ? {} : { sheet }) },
    state,
    label: "Columns",
    body: columnFields.map(([name, label, text]) => {
      const options = [{ value: "", text }, ...columns];
      return renderSelect(state, { name: fieldOf(name), label, options });
    }),
    button: { text: "Check rows", kind: "primary" },
  });
  const titles = names
    .slice(0, maxShownColumns)
    .map((name): Column => ({ title: shorten(name), kind: "prose", titled: true }));
  const preview = renderTable({
    caption: "First rows",
    columns: [{ title: "Line", kind: "number" }, ...titles],
    rows: rows.slice(0, maxShownRows).map(({ line, cells }) => ({
      cells: [String(line), ...titles.map((_, place) => shorten(cells[place] ?? ""))],
    })),
  });
  return {
    title: "Choose the columns",
    above: { href: "/quick-order", text: "Quick order" },
    sentence: html`${list.name}. Lists with the same headers are read the same way next time.`,
    body: html`${doubt !== null && renderNotice("short", doubt)}${renderCard({
      title: "Columns",
      body: html`${headerForm}${columnsForm}`,
    })}
${renderCard({ title: "First rows", body: preview })}`,
  };
}

/** The facts of an upload whose columns can still be chosen. */
async function loadFacts({ db }: PortalContext, list: OrderList) {
  const facts = await selectUploadFacts(db, list.listId);
  if (facts === undefined) return notFound;
  return mayChooseColumns(list, facts) ? facts : redirect(`/quick-order/${list.listId}`);
}

export const showColumns: Handler<OrderList> = async (context, { query }, list) => {
  const facts = await loadFacts(context, list);
  if ("kind" in facts) return facts;
  const shown = readUpload(facts, query);
  return answerPage(renderColumnsPage(list, shown, fillColumns(shown), facts.doubt));
};

/** Reads the list with the chosen columns and shows it, or shows the form with what is wrong. */
export const saveColumns: Handler<OrderList> = async (context, { form, now }, list) => {
  const facts = await loadFacts(context, list);
  if ("kind" in facts) return facts;
  const shown = readUpload(facts, form);
  const refuse = (fault: FieldFault): Answer => {
    const state = { value: (name: string) => form.text(name), faults: [fault] };
    return answerPage(renderColumnsPage(list, shown, state, null), 422);
  };
  const mapping = readColumns(form, shown);
  if ("field" in mapping) return refuse(mapping);
  const reading = { kind: "chooseColumns", given: [list, mapping, now] } as const;
  const chosen = await context.readList(list.accountId, reading);
  if (chosen.outcome === "refused") return refuse({ field: "", text: chosen.message });
  return chosen.outcome === "unknown" ? notFound : redirect(`/quick-order/${list.listId}`);
};
