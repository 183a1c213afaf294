// The second step of an import: which header of the file each column is, with sample rows.
import { operatorActor } from "../audit/actor.ts";
import { zeroPriceColumn } from "../catalog/readOfferRecord.ts";
import { fileAddress, runAddress } from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler } from "../home/consoleContext.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import {
  renderCellField,
  renderCellSelect,
  renderCheckbox,
  renderSelect,
} from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../kit/html/form.ts";
import { type Html, html } from "../kit/html/html.ts";
import { renderMoment } from "../kit/html/moment.ts";
import { renderNotice } from "../kit/html/notice.ts";
import { formatAddress } from "../kit/html/pager.ts";
import { renderQuestion } from "../kit/html/question.ts";
import { renderRows } from "../kit/html/table.ts";
import { type Fields, readFields, readFormVersion } from "../kit/site/fields.ts";
import { type Answer, answerPage, notFound, type PageStatus, redirect } from "../kit/site/visit.ts";
import { nameHeaders, pricePerColumn } from "../reading/header.ts";
import type { ColumnRule } from "../reading/row.ts";
import {
  columnField,
  fillForm,
  fixedField,
  leftOut,
  noPricesField,
  quantityFields,
  readMappingForm,
  readQuantityFields,
  renderQuantityFields,
} from "./consoleMapping.ts";
import {
  aboveImports,
  answerBusy,
  busy,
  busyFault,
  formatBytes,
  importsPath,
  nameColumn,
  nameColumns,
  nameKind,
  nameSubject,
  renderRunState,
} from "./consoleRuns.ts";
import { hasSubject, type ImportFile } from "./file.ts";
import { type ReadHeader, readHeader } from "./fileHeader.ts";
import { selectFile, selectRememberedMappings } from "./fileQueries.ts";
import { selectStockMode } from "./offers/stockTermQueries.ts";
import { discardFile, inspectUpload } from "./receiveFile.ts";
import { type ColumnMapping, noMapping, readMapping } from "./rows/columns.ts";
import { type ColumnGuess, type ColumnSample, mayBeRow } from "./rows/header.ts";
import { fileShapeKey, findRememberedMapping, isEmptyMapping } from "./rows/sheets.ts";
import { type FileRun, selectFileRuns } from "./runQueries.ts";
import { checkFile } from "./startRun.ts";

const maxHeaderLength = 40;

function shorten(header: string): string {
  const isLong = header.length > maxHeaderLength;
  return isLong ? `${header.slice(0, maxHeaderLength)}…` : header;
}

function joinValues({ values }: ColumnSample): string {
  return values.map(shorten).join(" · ");
}

function renderName({ name, required, filledBy }: ColumnRule): Html {
  const orFilled = filledBy === undefined ? "" : `, or ${nameColumn(filledBy).toLowerCase()}`;
  const word = required === "either" ? "one of these" : `required${orFilled}`;
  return html`${nameColumn(name)}${required !== false && html` <span class="quiet">${word}</span>`}`;
}

const onRequest = "All parts have their price on request";

/** Why a column is where it is, or what to decide. */
function describeReason(rule: ColumnRule, guess: ColumnGuess | undefined, read: ReadHeader) {
  const { name, filledBy } = rule;
  const { places, fixed } = read.placed;
  if (guess?.certainty === "unclear") {
    const candidates = guess.candidates.map(
      (sample) => `“${shorten(sample.header)}” (${joinValues(sample)})`,
    );
    return `${guess.reason}. Is it ${candidates.join(" or ")}?`;
  }
  if (guess?.certainty === "likely") return `${guess.reason}. Check that it is this column.`;
  if (guess !== undefined && guess.reason !== "") return nameColumns(guess.reason);
  if (filledBy !== undefined && places.has(filledBy)) {
    return `Filled from ${nameColumn(filledBy).toLowerCase()}`;
  }
  if (name === "price" && fixed.get(name) === "") return onRequest;
  const isFromPrices = ["currency", pricePerColumn].includes(name);
  const found = isFromPrices ? fixed.get(name) : undefined;
  return found === undefined ? "" : `${found}, unless a default says otherwise`;
}

/** The id of the form of the columns, for buttons outside of it. */
const mappingForm = "mapping";

function renderColumns(read: ReadHeader, state: FormState, mayImport: boolean): Html {
  const { rules, header, placed, guesses } = read;
  const names = nameHeaders(header.cells);
  const headers = header.cells.flatMap((cell, place) => {
    const hasValues = cell.trim() !== "" || read.rows.some((cells) => cells[place] !== "");
    return hasValues ? [{ value: String(place), text: shorten(names[place] ?? cell) }] : [];
  });
  const guessOf = ({ name }: ColumnRule) => guesses.find((guess) => guess.name === name);
  const describePlace = (name: string): string => {
    const place = placed.places.get(name);
    const isMapped = state.value(columnField(name)) !== "";
    if (isMapped || place === undefined) return isMapped ? "Default" : "Not in the file";
    return shorten(names[place] ?? "");
  };
  const choose = (rule: ColumnRule): Html | string => {
    const { name } = rule;
    if (!mayImport) return describePlace(name);
    const isThere = (guessOf(rule)?.certainty ?? "missing") !== "missing";
    return renderCellSelect(state, {
      name: columnField(name),
      label: `Header of ${nameColumn(name)}`,
      options: [
        { value: "", text: describePlace(name) },
        ...headers,
        ...(isThere ? [{ value: leftOut, text: "Do not import" }] : []),
      ],
    });
  };
  const enterFixed = ({ name }: ColumnRule): Html | string => {
    const field = fixedField(name);
    if (!mayImport) return state.value(field);
    if (name === zeroPriceColumn) {
      return renderCheckbox(state, { name: field, label: "A price of 0 means free of charge" });
    }
    // When quantities were counted is asked below.
    if (name === "as_of" && state.value(field) === "") return "";
    const label = `Default for ${nameColumn(name)}`;
    const size = { width: 14, maxLength: 200 };
    return renderCellField(state, { name: field, label, ...size, form: mappingForm });
  };
  const describeSample = (rule: ColumnRule): string => {
    const sample = guessOf(rule)?.sample;
    return sample ? joinValues(sample) : "";
  };
  return renderRows("Columns", rules, [
    { title: "Column", kind: "words", cell: renderName },
    { title: "Header in the file", kind: "words", titled: true, cell: choose },
    { title: "Default value", kind: "words", titled: true, cell: enterFixed },
    {
      title: "First values",
      kind: "prose",
      cell: (rule) => html`<span class="quiet">${describeSample(rule)}</span>`,
    },
    {
      title: "Reason",
      kind: "prose",
      cell: (rule) => html`<span class="quiet">${describeReason(rule, guessOf(rule), read)}</span>`,
    },
  ]);
}

/** Sends the form of the columns, so that what was typed there is kept. */
function renderPlaceChoice(
  { fileId }: ImportFile,
  chosen: string,
  { name, label }: { readonly name: "sheet" | "line"; readonly label: string },
  options: readonly { readonly value: string; readonly text: string }[],
): Html {
  const field = `to_${name}`;
  const state = freshForm({ [field]: chosen });
  return html`<div class="filters" role="group" aria-label="${label}">
${[
  renderSelect(state, { name: field, label, options, form: mappingForm }),
  renderButton({
    text: `Change ${label.toLowerCase()}`,
    form: mappingForm,
    action: fileAddress(fileId, "/header"),
    name: "change",
    value: name,
  }),
]}</div>
`;
}

/** The choice of the sheet, and of the line of the header. */
function renderPlaces(file: ImportFile, { records, sheets, sheet, header }: ReadHeader) {
  if ((file.head ?? []).length < 2) return null;
  const lines = records.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: `Line ${line}: ${shorten(cells.filter((cell) => cell !== "").join(", "))}`,
  }));
  const names = sheets.map((name) => ({ value: name, text: name }));
  return [
    names.length < 2
      ? null
      : renderPlaceChoice(file, sheet ?? "", { name: "sheet", label: "Sheet" }, names),
    renderPlaceChoice(file, String(header.line), { name: "line", label: "Header line" }, lines),
  ];
}

/** What is wrong with the columns, and what to do about it. */
function renderColumnFaults({ fileId }: ImportFile, read: ReadHeader): Html | null {
  const { likelyLine, placed, rules, header } = read;
  if (placed.faults.length === 0) return null;
  const needsPrice = rules.some(({ name, required }) => name === "price" && required === true);
  const isUnpriced = needsPrice && !placed.places.has("price") && !placed.fixed.has("price");
  const hint =
    likelyLine === null
      ? html`<p>For each missing column, choose a header or enter a default value.</p>`
      : html`<p><a href="${fileAddress(fileId, `?header=${likelyLine}`)}">Use line ${likelyLine} as the header</a></p>`;
  const noPrices = renderButton({
    text: onRequest,
    form: mappingForm,
    action: fileAddress(fileId, "/check"),
    name: noPricesField,
    value: "1",
  });
  return renderNotice(
    "short",
    `The columns of line ${header.line} need an answer`,
    html`<p>${nameColumns(placed.faults.join(" "))}</p>\n${hint}${isUnpriced && noPrices}`,
  );
}

/** The lines above the header, which are not imported. */
function renderTitles({ above, header }: ReadHeader): Html | null {
  if (above.length === 0) return null;
  const mayBe = above.find((record) => mayBeRow(record, header));
  const title =
    mayBe === undefined
      ? `Lines above line ${header.line} are not imported`
      : `Line ${mayBe.line} may be a row, but it is above the header and is not imported`;
  const shown = (mayBe === undefined ? above : [mayBe]).slice(0, 3);
  const rows = shown.map(({ cells }) => shorten(cells.filter((cell) => cell !== "").join(", ")));
  return renderNotice(mayBe === undefined ? "neutral" : "short", title, rows.join(" · "));
}

type Shown = {
  readonly file: ImportFile;
  /** Null if the file cannot be read. */
  readonly read: ReadHeader | null;
  readonly state: FormState;
  readonly notice?: Html | null;
  readonly mayImport?: boolean;
  readonly runs?: readonly FileRun[];
};

async function renderForms(db: ConsoleContext["db"], shown: Shown, mayImport: boolean) {
  const { file, read, state } = shown;
  if (read === null) return null;
  if (read.isSheetUnclear) {
    const links = read.sheets.map((name) => {
      const link = fileAddress(file.fileId, `?sheet=${encodeURIComponent(name)}`);
      return html`<li><a href="${link}">${name}</a></li>\n`;
    });
    const choice = mayImport ? html`<ul>\n${links}</ul>` : html``;
    return renderNotice("short", "Several sheets may have the rows. Choose one.", choice);
  }
  const { ignored } = read.placed;
  const unread =
    ignored.length > 0 && html`<p class="quiet">Ignored: ${ignored.map(shorten).join(", ")}</p>\n`;
  const table = html`${renderColumns(read, state, mayImport)}${unread}`;
  if (!mayImport) return renderCard({ title: "Columns", body: table });
  const hidden = { version: file.version, header: read.header.line, sheet: read.sheet };
  const unpriced = state.value(noPricesField) === "" ? {} : { [noPricesField]: 1 };
  const fresh = state.value("fresh") === "" ? {} : { fresh: 1 };
  const unseen = Object.entries({ ...hidden, ...unpriced, ...fresh }).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">\n`],
  );
  const remembered = file.vendor === null ? undefined : await selectStockMode(db, file.vendor);
  const owner = file.kind === "agreement" ? "account" : "vendor";
  const saved = hasSubject(file)
    ? ` The columns are saved for the ${owner}'s next file with this header.`
    : null;
  return renderCard({
    title: "Columns",
    body: html`${renderColumnFaults(file, read)}${renderTitles(read)}${renderPlaces(file, read)}<form
 class="form wide" id="${mappingForm}" method="post" action="${fileAddress(file.fileId, "/check")}" data-once>
${unseen}${renderFaults(state)}${table}${renderQuantityFields(state, file, remembered)}${renderActions(
  renderButton({ text: "Check file", kind: "primary" }),
)}<p class="hint">A check changes nothing. It shows what the import would do, and which rows it would refuse.${saved}</p>
</form>
`,
  });
}

async function answerFile(
  { db }: ConsoleContext,
  shown: Shown,
  status: PageStatus = 200,
): Promise<Answer> {
  const { file, read, notice = null, mayImport = true, runs = [] } = shown;
  const again = renderForm({
    action: fileAddress(file.fileId, "/inspect"),
    body: renderButton({ text: "Inspect file again", kind: "primary" }),
  });
  const unread =
    file.unreadable === null
      ? renderNotice("short", "The file was not inspected completely.", mayImport ? again : null)
      : renderNotice(
          "fault",
          `The file can't be read: ${file.unreadable}`,
          html`<p>Discard the file, correct it and upload it again.</p>`,
        );
  const points = runs.map(
    ({ runId, isDry, state, startedAt }) =>
      html`<li><a href="${runAddress(runId)}">${isDry ? "Check" : "Import"}, run ${runId}</a>
${renderRunState(state)} ${renderMoment(startedAt)}</li>\n`,
  );
  const discarding = renderQuestion(
    "Discard file",
    "Discard this file? It was not imported.",
    renderForm({
      action: fileAddress(file.fileId, "/discard"),
      body: renderButton({ text: "Discard file", kind: "danger" }),
    }),
  );
  const facts = renderDefinitions([
    { term: "Type", value: nameKind(file.kind, file.mode) },
    { term: "Vendor or account", value: nameSubject(file.vendor, null, file.accountName) },
    { term: "Size", value: formatBytes(file.fileBytes) },
    { term: "Uploaded", value: html`${renderMoment(file.sentAt)} by ${file.sentBy}` },
  ]);
  const page = {
    title: file.fileName,
    above: aboveImports,
    sentence: "Step 2 of 4: check the columns. Nothing is imported yet.",
    body: html`${notice}${file.unreadable !== null || read === null ? unread : null}${await renderForms(
      db,
      shown,
      mayImport,
    )}${points.length > 0 && renderCard({ title: "Runs", body: html`<ul>\n${points}</ul>\n` })}${renderCard(
      {
        title: "File",
        body: html`${facts}${mayImport ? discarding : null}`,
      },
    )}`,
  };
  return answerPage(page, status);
}

const runsShown = 5;

/** The mapping with the sheet and the header line that an address or a form names, if any. */
function withChosen(mapping: ColumnMapping, { head }: ImportFile, chosen: Fields): ColumnMapping {
  const sheet = chosen.text("sheet");
  const line = chosen.text("header");
  const isSheet = head?.some((record) => record.sheet === sheet) === true;
  const isLine = head?.some((record) => String(record.line) === line) === true;
  return {
    ...mapping,
    ...(isSheet ? { sheet, headerLine: undefined } : {}),
    ...(isLine ? { headerLine: Number(line) } : {}),
  };
}

/** The mapping that a file starts with, until it is checked: that of an earlier one with its header. */
async function findStart({ db }: ConsoleContext, file: ImportFile, sheet: string) {
  const remembered = hasSubject(file) ? await selectRememberedMappings(db, file) : new Map();
  const records = file.head ?? [];
  const chosen = records.filter((record) => record.sheet === sheet);
  return findRememberedMapping(chosen.length > 0 ? chosen : records, remembered) ?? noMapping;
}

export const showFile: Handler<ImportFile> = async (context, { query, signedIn }, file) => {
  const isFresh = query.text("fresh") === "1";
  const isNew = file.version === 1;
  const known = isNew ? await findStart(context, file, query.text("sheet")) : null;
  const start = known ?? readMapping(file.mapping);
  const mapping = withChosen(isFresh ? noMapping : start, file, query);
  const read = readHeader(file, mapping) ?? null;
  const isRemembered = known !== null && !isFresh && !isEmptyMapping(known);
  const prefilled = renderNotice(
    "neutral",
    "Columns are prefilled from an earlier file with the same header.",
    html`<p><a href="${fileAddress(file.fileId, "?fresh=1")}">Start without them</a></p>`,
  );
  return answerFile(context, {
    file,
    read,
    state: read === null ? freshForm() : fillForm(file, read, mapping, isFresh),
    notice: isRemembered ? prefilled : null,
    mayImport: mayUse(catalogManagers, signedIn),
    runs: await selectFileRuns(context.db, file.fileId, runsShown),
  });
};

/** Shows the columns by another sheet or header line, with what was typed for them. */
export const changeHeader: Handler<ImportFile> = async (context, { form }, file) => {
  const shown = readHeader(file, withChosen(noMapping, file, form));
  if (shown === undefined) return notFound;
  const isSheet = form.text("change") === "sheet";
  const chosen = new URLSearchParams({
    sheet: form.text(isSheet ? "to_sheet" : "sheet"),
    header: isSheet ? "" : form.text("to_line"),
  });
  const mapping = withChosen(readMappingForm(form, shown), file, readFields(String(chosen)));
  const read = readHeader(file, mapping) ?? shown;
  const filled = fillForm(file, read, mapping);
  const kept: readonly string[] = [...quantityFields, "fresh"];
  const value = (name: string) => (kept.includes(name) ? form.text(name) : filled.value(name));
  const runs = await selectFileRuns(context.db, file.fileId, runsShown);
  const version = readFormVersion(form);
  return answerFile(context, {
    file: { ...file, version },
    read,
    state: { value, faults: [] },
    runs,
  });
};

/** The columns as they are stored. */
function showStored(file: ImportFile, shown: ReadHeader, notice: Html): Shown {
  const mapping = readMapping(file.mapping);
  const read = readHeader(file, mapping) ?? shown;
  return { file, read, state: fillForm(file, read, mapping), notice };
}

const changedNotice = renderNotice(
  "short",
  "Another operator changed the columns.",
  html`<p>They are shown as they are now. Check them, and check the file again.</p>`,
);

export const checkColumns: Handler<ImportFile> = async (context, visit, file) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const { fileId } = file;
  const shown = readHeader(file, withChosen(noMapping, file, form));
  if (shown === undefined) return notFound;
  const mapping = readMappingForm(form, shown);
  const headerLine = shown.header.line;
  const chosen = readHeader(file, { ...mapping, headerLine }) ?? shown;
  const read = shown.isSheetUnclear ? shown : chosen;
  const { stock, faults } = readQuantityFields(form, now);
  const columnFaults = read.isSheetUnclear
    ? ["Choose the sheet with the rows."]
    : read.placed.faults;
  const again = (current: ImportFile, status: PageStatus, faults: readonly FieldFault[]) =>
    answerFile(context, { file: current, read, state: { value: form.text, faults } }, status);
  const all = [...columnFaults.map((text) => ({ field: "", text: nameColumns(text) })), ...faults];
  if (all.length > 0) return again(file, 422, all);
  const version = readFormVersion(form);
  const shape = fileShapeKey(shown.header.cells);
  const isFresh = form.text("fresh") === "1";
  const request = { fileId, version, mapping, shape, stock, isFresh };
  const checked = await checkFile(db, importRunner, request, operatorActor(visit), now);
  switch (checked.outcome) {
    case "started":
      return redirect(runAddress(checked.runId));
    case "gone":
      return notFound;
    case "busy":
      // The columns are saved, which makes another version of the file.
      return again((await selectFile(db, fileId)) ?? file, busy, [busyFault]);
    case "changed":
      return answerFile(context, showStored(checked.file, read, changedNotice), 409);
  }
};

export const inspectAgain: Handler<ImportFile> = async ({ db, importRunner }, _visit, file) => {
  const inspected = await inspectUpload(db, importRunner, file.fileId);
  return inspected === "busy" ? answerBusy : redirect(fileAddress(file.fileId));
};

export const discard: Handler<ImportFile> = async ({ db }, visit, { fileId }) => {
  const isDiscarded = await discardFile(db, fileId, operatorActor(visit), visit.now);
  return isDiscarded ? redirect(formatAddress(importsPath, { done: "discarded" })) : notFound;
};
