// The second step of an import: the columns of a file as its header has them, told anew where it
// does not say it, with the first rows beside them.
import { writeDefinitions } from "../../html/definitions.ts";
import { writeCellField, writeCellSelect, writeSelect } from "../../html/field.ts";
import {
  type FormState,
  freshForm,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeNotice } from "../../html/notice.ts";
import { writeQuestion } from "../../html/question.ts";
import { writeTable } from "../../html/table.ts";
import type { SitePage } from "../../http/visit.ts";
import type { FileRun } from "../../imports/deskQueries.ts";
import type { ColumnRule } from "../../imports/feedColumns.ts";
import { hasSubject, type ImportFile } from "../../intake/importFile.ts";
import { columnField, fixedField, type ReadHeader } from "./mappingForm.ts";
import { formatBytes, nameKind, nameSubject, writeRunState } from "./stateWords.ts";

const sampled = 3;
const longestHeader = 40;

const forVendor = " The columns are kept for the vendor's next file.";
const keptWords: Readonly<Record<ImportFile["kind"], string>> = {
  catalog: forVendor,
  stock: forVendor,
  agreement: " The columns are kept for the account's next file.",
};

/** All that the page shows. `notice` stands before the form. */
export type ShownFile = {
  readonly file: ImportFile;
  /** What was made of it so far, the latest first. */
  readonly runs: readonly FileRun[];
  /** Null where the file cannot be read. */
  readonly read: ReadHeader | null;
  readonly state: FormState;
  readonly notice: Html | null;
  /** Whether who looks may change anything. */
  readonly mayImport: boolean;
};

function shorten(header: string): string {
  const isLong = header.length > longestHeader;
  return isLong ? `${header.slice(0, longestHeader)}…` : header;
}

function nameNeed({ required }: ColumnRule): Html | null {
  if (required === false) return null;
  const word = required === "either" ? "one of these" : "needed";
  return html` <span class="quiet">${word}</span>`;
}

function writeColumns({ read, state, mayImport }: ShownFile, form: string): Html {
  if (read === null) return html``;
  const { rules, header, rows, placed } = read;
  const headers = header.cells.flatMap((cell, place) =>
    cell.trim() === "" ? [] : [{ value: String(place), text: shorten(cell) }],
  );
  const sample = (place: number | undefined): string =>
    place === undefined
      ? ""
      : rows
          .slice(0, sampled)
          .map(({ cells }) => cells[place] ?? "")
          .filter((cell) => cell !== "")
          .map(shorten)
          .join(" · ");
  const nameFound = (name: string): string => {
    const place = placed.places.get(name);
    const isTold = state.value(columnField(name)) !== "";
    if (isTold || place === undefined) return isTold ? "As the header says" : "Not in the file";
    return shorten(header.cells[place] ?? "");
  };
  const choose = (name: string): Html | string => {
    if (!mayImport) return nameFound(name);
    const own = { value: "", text: nameFound(name) };
    const field = { name: columnField(name), label: `Header of ${name}` };
    return writeCellSelect(state, { ...field, options: [own, ...headers] });
  };
  const tell = (name: string): Html | string => {
    if (!mayImport) return state.value(fixedField(name));
    const label = `${name} of rows that have none`;
    return writeCellField(state, {
      name: fixedField(name),
      label,
      width: 14,
      maxLength: 200,
      form,
    });
  };
  return writeTable({
    caption: "Columns",
    columns: [
      { title: "Column", kind: "code" },
      { title: "Header in the file", kind: "words", titled: true },
      { title: "For rows that have none", kind: "words", titled: true },
      { title: "First rows", kind: "prose" },
    ],
    rows: rules.map((rule) => ({
      cells: [
        html`${rule.name}${nameNeed(rule)}`,
        choose(rule.name),
        tell(rule.name),
        html`<span class="quiet">${sample(placed.places.get(rule.name))}</span>`,
      ],
    })),
  });
}

function writeHeaderLine({ file, read, mayImport }: ShownFile): Html | null {
  const head = file.head ?? [];
  if (read === null || head.length < 2 || !mayImport) return null;
  const options = head.slice(0, 20).map(({ line, cells }) => ({
    value: String(line),
    text: `Line ${line}: ${shorten(cells.filter((cell) => cell !== "").join(", "))}`,
  }));
  const state = freshForm({ header: String(read.header.line) });
  return html`<form class="filters" action="/console/imports/files/${file.fileId}"
 aria-label="Header">
${writeSelect(state, { name: "header", label: "The header is", options })}
<button class="button plain">Read it there</button>
</form>
`;
}

function writeFaultsOfHeader({ file, read }: ShownFile): Html | null {
  if (read === null || read.placed.faults.length === 0) return null;
  const { likelyLine, placed } = read;
  const link = `/console/imports/files/${file.fileId}?header=${likelyLine}`;
  const hint =
    likelyLine === null
      ? html`<p>Choose below which header each missing column is, or what its value is.</p>`
      : html`<p>Line ${likelyLine} looks like the header. <a href="${link}">Read it there</a>.</p>`;
  return writeNotice(
    "short",
    `Line ${read.header.line} does not say all that is needed`,
    html`<p>${placed.faults.join(" ")}</p>\n${hint}`,
  );
}

function writeForms(shown: ShownFile): Html | null {
  const { file, read, state, mayImport } = shown;
  if (read === null) return null;
  const { ignored } = read.placed;
  const unread =
    ignored.length === 0
      ? null
      : html`<p class="quiet">Not read: ${ignored.map(shorten).join(", ")}</p>\n`;
  if (!mayImport) return html`<h2>Columns</h2>\n${writeColumns(shown, "")}${unread}`;
  const action = `/console/imports/files/${file.fileId}/check`;
  return html`<h2>Columns</h2>
${writeFaultsOfHeader(shown)}${writeHeaderLine(shown)}<form class="form wide" id="mapping"
 method="post" action="${action}" data-once>
<input type="hidden" name="version" value="${file.version}">
<input type="hidden" name="header" value="${read.header.line}">
${writeFaults(state)}${writeColumns(shown, "mapping")}${unread}${writeActions(
  writeButton({ text: "Check the file", kind: "primary" }),
)}<p class="hint">A check changes nothing. It says what the import would do, and which rows it would
refuse.${hasSubject(file) ? keptWords[file.kind] : null}</p>
</form>
`;
}

function writeUnread({ file, read, mayImport }: ShownFile): Html | null {
  if (file.unreadable !== null) {
    const remedy = html`<p>Discard it, mend it and send it again.</p>`;
    return writeNotice("fault", `The file cannot be read: ${file.unreadable}`, remedy);
  }
  if (read !== null) return null;
  const again = writeForm({
    action: `/console/imports/files/${file.fileId}/look`,
    body: writeButton({ text: "Look at it again", kind: "primary" }),
  });
  return writeNotice("short", "The file was not looked at to its end.", mayImport ? again : null);
}

function writeRuns(runs: readonly FileRun[]): Html | null {
  if (runs.length === 0) return null;
  const points = runs.map(
    ({ runId, isDry, state, startedAt }) =>
      html`<li><a href="/console/imports/${runId}">${isDry ? "Check" : "Import"}, run ${runId}</a>
${writeRunState(state)} ${writeMoment(startedAt)}</li>\n`,
  );
  return html`<h2>So far</h2>
<ul>
${points}</ul>
`;
}

/** The page of a file that waits. */
export function writeFilePage(shown: ShownFile): SitePage {
  const { file, notice, mayImport } = shown;
  const discard = writeQuestion(
    "Discard the file",
    "Discard this file? Nothing of it was imported.",
    writeForm({
      action: `/console/imports/files/${file.fileId}/discard`,
      body: writeButton({ text: "Discard it", kind: "danger" }),
    }),
  );
  return {
    title: file.fileName,
    above: { href: "/console/imports", text: "Imports" },
    sentence: "Step 2 of 4: its columns. Nothing is imported yet.",
    body: html`${notice}${writeUnread(shown)}${writeDefinitions([
      { term: "What", value: nameKind(file.kind, file.mode) },
      { term: "Of", value: nameSubject(file.vendor, null, file.accountName) },
      { term: "Size", value: formatBytes(file.fileBytes) },
      { term: "Sent", value: html`${writeMoment(file.sentAt)} by ${file.sentBy}` },
    ])}${writeRuns(shown.runs)}${writeForms(shown)}${mayImport ? discard : null}`,
  };
}
