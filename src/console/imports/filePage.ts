// The second step of an import: which header of the file each column is, with sample rows.

import { renderCard } from "../../html/card.ts";
import { renderDefinitions } from "../../html/definitions.ts";
import { renderSelect } from "../../html/field.ts";
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
import { hasSubject, type ImportFile } from "../../importFiles/importFile.ts";
import { mayBeRow } from "../../imports/layout/findHeader.ts";
import type { FileRun } from "../../imports/runListQueries.ts";
import type { SitePage } from "../../site/visit.ts";
import { fileAddress, runAddress, valuesAddress } from "../addresses.ts";
import { renderColumns, shorten } from "./columnTable.ts";
import type { ReadHeader } from "./mappingForm.ts";
import { type RememberedMode, renderQuantityFields } from "./quantityForm.ts";
import { formatBytes, nameKind, nameSubject, renderRunState } from "./stateWords.ts";

const savedForVendor = " The columns are saved for the vendor's next file with this header.";
const savedWords: Readonly<Record<ImportFile["kind"], string>> = {
  catalog: savedForVendor,
  stock: savedForVendor,
  agreement: " The columns are saved for the account's next file with this header.",
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

const mappingForm = "mapping";

/** Sends the form of the columns, so that what was typed there is kept. */
function renderPlaceChoice(
  { fileId }: ImportFile,
  state: FormState,
  choice: { readonly name: "sheet" | "line"; readonly label: string; readonly button: string },
  options: readonly { readonly value: string; readonly text: string }[],
): Html {
  const { name, label, button } = choice;
  return html`<div class="filters" role="group" aria-label="${label}">
${[
  renderSelect(state, { name: `to_${name}`, label, options, form: mappingForm }),
  renderButton({
    text: button,
    form: mappingForm,
    action: fileAddress(fileId, "/header"),
    name: "change",
    value: name,
  }),
]}</div>
`;
}

/** The choice of the sheet, and of the line of the header. */
function renderHeaderLine({ file, read, mayImport }: FilePageFacts): Html | null {
  if (read === null || (file.head ?? []).length < 2 || !mayImport) return null;
  const { records, sheets } = read;
  const lines = records.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: `Line ${line}: ${shorten(cells.filter((cell) => cell !== "").join(", "))}`,
  }));
  const shown = { to_line: String(read.header.line), to_sheet: read.sheet ?? "" };
  const state = freshForm(shown);
  const names = sheets.map((name) => ({ value: name, text: name }));
  const sheet = { name: "sheet", label: "Sheet", button: "Change sheet" } as const;
  const line = { name: "line", label: "Header line", button: "Change header line" } as const;
  return html`${[
    names.length < 2 ? null : renderPlaceChoice(file, state, sheet, names),
    renderPlaceChoice(file, state, line, lines),
  ]}`;
}

function renderHiddenSheet({ sheet }: ReadHeader): Html | null {
  return sheet === undefined
    ? null
    : html`<input type="hidden" name="sheet" value="${sheet}">
`;
}

function renderSheetQuestion({ file, read, mayImport }: FilePageFacts): Html | null {
  if (read === null) return null;
  const links = read.sheets.map((name) => {
    const link = fileAddress(file.fileId, `?sheet=${encodeURIComponent(name)}`);
    return html`<li><a href="${link}">${name}</a></li>\n`;
  });
  const choice = mayImport ? html`<ul>\n${links}</ul>` : html``;
  return renderNotice("short", "Several sheets may have the rows. Choose one.", choice);
}

/** The lines above the header, which are not imported. */
function renderTitles({ read }: FilePageFacts): Html | null {
  const [first] = read?.above ?? [];
  if (read === null || first === undefined) return null;
  const { above, header } = read;
  const mayBe = above.find((record) => mayBeRow(record, header));
  const title =
    mayBe === undefined
      ? `Lines above line ${header.line} are not imported`
      : `Line ${mayBe.line} may be a row, but it is above the header and is not imported`;
  const shown = (mayBe === undefined ? above : [mayBe]).slice(0, 3);
  const texts = shown.map(({ cells }) => shorten(cells.filter((cell) => cell !== "").join(", ")));
  return renderNotice(mayBe === undefined ? "neutral" : "short", title, texts.join(" · "));
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
  const columns = { read, state, mayImport };
  if (read.isSheetUnclear) return renderSheetQuestion(shown);
  if (!mayImport) {
    return renderCard({
      title: "Columns",
      body: html`${renderColumns({ ...columns, form: "" })}${unread}`,
    });
  }
  const action = fileAddress(file.fileId, "/check");
  const notices = html`${renderHeaderFaults(shown)}${renderTitles(shown)}`;
  const table = renderColumns({ ...columns, form: mappingForm });
  return renderCard({
    title: "Columns",
    body: html`${notices}${renderHeaderLine(shown)}<form class="form wide" id="${mappingForm}"
 method="post" action="${action}" data-once>
<input type="hidden" name="version" value="${file.version}">
<input type="hidden" name="header" value="${read.header.line}">
${renderHiddenSheet(read)}${renderFaults(state)}${table}${unread}${renderQuantityFields(
  state,
  file,
  shown.remembered,
)}${renderActions(
  renderButton({ text: "Check file", kind: "primary" }),
)}<p class="hint">A check changes nothing. It shows what the import would do, and which rows it
would refuse.${hasSubject(file) ? savedWords[file.kind] : null}</p>
</form>
`,
  });
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
  return renderCard({
    title: "Runs",
    body: html`<ul>
${points}</ul>
`,
  });
}

function linkValues(vendor: string): Html {
  return html`<a href="${valuesAddress(vendor)}">What values of ${vendor} mean</a>`;
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
      { term: "Saved values", value: file.vendor && linkValues(file.vendor) },
      { term: "Size", value: formatBytes(file.fileBytes) },
      { term: "Uploaded", value: html`${renderMoment(file.sentAt)} by ${file.sentBy}` },
    ])}${renderRuns(shown.runs)}${renderForms(shown)}${mayImport ? discard : null}`,
  };
}
