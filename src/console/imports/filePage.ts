// The second step of an import: which header of the file each column is, with sample rows.

import { zeroPriceColumn } from "../../catalog/readListPrice.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import {
  renderCellField,
  renderCellSelect,
  renderCheckbox,
  renderSelect,
} from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderNotice } from "../../html/notice.ts";
import { renderQuestion } from "../../html/question.ts";
import { renderRows } from "../../html/table.ts";
import { hasSubject, type ImportFile } from "../../importFiles/importFile.ts";
import type { ColumnRule } from "../../imports/feedColumns.ts";
import type { FileRun } from "../../imports/runListQueries.ts";
import type { SitePage } from "../../site/visit.ts";
import { fileAddress, runAddress } from "../addresses.ts";
import { columnField, fixedField, type ReadHeader } from "./mappingForm.ts";
import { type RememberedMode, renderQuantityFields } from "./quantityForm.ts";
import { formatBytes, nameKind, nameSubject, renderRunState } from "./stateWords.ts";

const sampleRows = 3;
const maxHeaderLength = 40;

const savedForVendor = " The columns are saved for the vendor's next file.";
const savedWords: Readonly<Record<ImportFile["kind"], string>> = {
  catalog: savedForVendor,
  stock: savedForVendor,
  agreement: " The columns are saved for the account's next file.",
};

/** `notice` is above the form. */
export type FilePageFacts = {
  readonly file: ImportFile;
  /** Runs of the file, latest first. */
  readonly runs: readonly FileRun[];
  /** Null if the file cannot be read. */
  readonly read: ReadHeader | null;
  readonly state: FormState;
  readonly notice: Html | null;
  readonly mayImport: boolean;
  readonly remembered: RememberedMode;
};

function shorten(header: string): string {
  const isLong = header.length > maxHeaderLength;
  return isLong ? `${header.slice(0, maxHeaderLength)}…` : header;
}

function renderRequirement({ required }: ColumnRule): Html | null {
  if (required === false) return null;
  const word = required === "either" ? "one of these" : "required";
  return html` <span class="quiet">${word}</span>`;
}

function renderColumns({ read, state, mayImport }: FilePageFacts, form: string): Html {
  if (read === null) return html``;
  const { rules, header, rows, placed } = read;
  const headers = header.cells.flatMap((cell, place) =>
    cell.trim() === "" ? [] : [{ value: String(place), text: shorten(cell) }],
  );
  const sample = (place: number | undefined): string =>
    place === undefined
      ? ""
      : rows
          .slice(0, sampleRows)
          .map(({ cells }) => cells[place] ?? "")
          .filter((cell) => cell !== "")
          .map(shorten)
          .join(" · ");
  const describePlace = (name: string): string => {
    const place = placed.places.get(name);
    const isMapped = state.value(columnField(name)) !== "";
    if (isMapped || place === undefined) return isMapped ? "Default" : "Not in the file";
    return shorten(header.cells[place] ?? "");
  };
  const choose = ({ name }: ColumnRule): Html | string => {
    if (!mayImport) return describePlace(name);
    const own = { value: "", text: describePlace(name) };
    const field = { name: columnField(name), label: `Header of ${name}` };
    return renderCellSelect(state, { ...field, options: [own, ...headers] });
  };
  const enterFixed = ({ name }: ColumnRule): Html | string => {
    const field = fixedField(name);
    if (!mayImport) return state.value(field);
    if (name === zeroPriceColumn) {
      return renderCheckbox(state, { name: field, label: "A price of 0 means free of charge" });
    }
    const label = `Default for ${name}`;
    return renderCellField(state, { name: field, label, width: 14, maxLength: 200, form });
  };
  const nameColumn = (rule: ColumnRule): Html => html`${rule.name}${renderRequirement(rule)}`;
  const renderSample = ({ name }: ColumnRule): Html =>
    html`<span class="quiet">${sample(placed.places.get(name))}</span>`;
  return renderRows("Columns", rules, [
    { title: "Column", kind: "code", cell: nameColumn },
    { title: "Header in the file", kind: "words", titled: true, cell: choose },
    { title: "Default value", kind: "words", titled: true, cell: enterFixed },
    { title: "First rows", kind: "prose", cell: renderSample },
  ]);
}

function renderHeaderLine({ file, read, mayImport }: FilePageFacts): Html | null {
  const head = file.head ?? [];
  if (read === null || head.length < 2 || !mayImport) return null;
  const options = head.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: `Line ${line}: ${shorten(cells.filter((cell) => cell !== "").join(", "))}`,
  }));
  const state = freshForm({ header: String(read.header.line) });
  return html`<form class="filters" action="/console/imports/files/${file.fileId}"
 aria-label="Header">
${renderSelect(state, { name: "header", label: "Header line", options })}
<button class="button plain">Change header line</button>
</form>
`;
}

function renderHeaderFaults({ file, read }: FilePageFacts): Html | null {
  if (read === null || read.placed.faults.length === 0) return null;
  const { likelyLine, placed } = read;
  const link = fileAddress(file.fileId, `?header=${likelyLine}`);
  const hint =
    likelyLine === null
      ? html`<p>Choose a header or enter a default value for each missing column.</p>`
      : html`<p><a href="${link}">Use line ${likelyLine} as the header</a></p>`;
  return renderNotice(
    "short",
    `Line ${read.header.line} lacks required columns`,
    html`<p>${placed.faults.join(" ")}</p>\n${hint}`,
  );
}

function renderForms(shown: FilePageFacts): Html | null {
  const { file, read, state, mayImport } = shown;
  if (read === null) return null;
  const { ignored } = read.placed;
  const unread =
    ignored.length === 0
      ? null
      : html`<p class="quiet">Ignored: ${ignored.map(shorten).join(", ")}</p>\n`;
  if (!mayImport) return html`<h2>Columns</h2>\n${renderColumns(shown, "")}${unread}`;
  const action = fileAddress(file.fileId, "/check");
  return html`<h2>Columns</h2>
${renderHeaderFaults(shown)}${renderHeaderLine(shown)}<form class="form wide" id="mapping"
 method="post" action="${action}" data-once>
<input type="hidden" name="version" value="${file.version}">
<input type="hidden" name="header" value="${read.header.line}">
${renderFaults(state)}${renderColumns(shown, "mapping")}${unread}${renderQuantityFields(
  state,
  file,
  shown.remembered,
)}${renderActions(
  renderButton({ text: "Check file", kind: "primary" }),
)}<p class="hint">A check changes nothing. It shows what the import would do, and which rows it
would refuse.${hasSubject(file) ? savedWords[file.kind] : null}</p>
</form>
`;
}

function renderUnread({ file, read, mayImport }: FilePageFacts): Html | null {
  if (file.unreadable !== null) {
    const remedy = html`<p>Discard the file, correct it and upload it again.</p>`;
    return renderNotice("fault", `The file cannot be read: ${file.unreadable}`, remedy);
  }
  if (read !== null) return null;
  const again = renderForm({
    action: fileAddress(file.fileId, "/inspect"),
    body: renderButton({ text: "Inspect file again", kind: "primary" }),
  });
  return renderNotice("short", "The file was not inspected completely.", mayImport ? again : null);
}

function renderRuns(runs: readonly FileRun[]): Html | null {
  if (runs.length === 0) return null;
  const points = runs.map(
    ({ runId, isDry, state, startedAt }) =>
      html`<li><a href="${runAddress(runId)}">${isDry ? "Check" : "Import"}, run ${runId}</a>
${renderRunState(state)} ${renderMoment(startedAt)}</li>\n`,
  );
  return html`<h2>Runs</h2>
<ul>
${points}</ul>
`;
}

export function renderFilePage(shown: FilePageFacts): SitePage {
  const { file, notice, mayImport } = shown;
  const discard = renderQuestion(
    "Discard file",
    "Discard this file? It was not imported.",
    renderForm({
      action: fileAddress(file.fileId, "/discard"),
      body: renderButton({ text: "Discard file", kind: "danger" }),
    }),
  );
  return {
    title: file.fileName,
    above: { href: "/console/imports", text: "Imports" },
    sentence: "Step 2 of 4: check the columns. Nothing is imported yet.",
    body: html`${notice}${renderUnread(shown)}${renderDefinitions([
      { term: "Type", value: nameKind(file.kind, file.mode) },
      { term: "Vendor or account", value: nameSubject(file.vendor, null, file.accountName) },
      { term: "Size", value: formatBytes(file.fileBytes) },
      { term: "Uploaded", value: html`${renderMoment(file.sentAt)} by ${file.sentBy}` },
    ])}${renderRuns(shown.runs)}${renderForms(shown)}${mayImport ? discard : null}`,
  };
}
