// The page of quick order: a box to paste into, a file to send, and the lists of the account.
import { formatCount } from "../../html/amount.ts";
import { writeEmptyState } from "../../html/emptyState.ts";
import { writeFileField, writeTextArea } from "../../html/field.ts";
import {
  type FormState,
  writeActions,
  writeButton,
  writeFaults,
  writeForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writePager } from "../../html/pager.ts";
import { writeTable } from "../../html/table.ts";
import type { SitePage } from "../../http/visit.ts";
import type { ListedList } from "../../lists/queries.ts";

/** The fields of the two forms. */
export const pasteField = "rows";
export const fileField = "file";

const checking = html` <span class="quiet">being checked</span>`;
const accepted = ".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.gz";

function writePasteForm(state: FormState): Html {
  return writeForm({
    action: "/quick-order",
    label: "Paste rows",
    body: html`${writeTextArea(state, {
      ...{ name: pasteField, label: "Paste rows", rows: 10, code: true },
      hint:
        "A row a line: part number, quantity and, if you like, condition, as columns of a " +
        "spreadsheet or as PN x 10. A header line is understood. Up to 50,000 rows, 2 MB.",
    })}${writeActions(writeButton({ text: "Check these rows", kind: "primary" }))}`,
  });
}

function writeFileForm(state: FormState): Html {
  return writeForm({
    action: "/quick-order/file",
    upload: true,
    label: "Send a file",
    body: html`${writeFileField(state, {
      ...{ name: fileField, label: "Or send a file", accept: accepted },
      hint: "CSV, TSV, XLSX or JSON lines, up to 50,000 rows and 25 MB.",
    })}${writeActions(writeButton({ text: "Check this file" }))}`,
  });
}

function writeLists(lists: readonly ListedList[], on: string | null): Html {
  if (lists.length === 0) {
    const way = html`<p>Lists that you paste or send are kept here for 30 days.</p>`;
    return writeEmptyState("No list yet", way);
  }
  const table = writeTable({
    caption: "Lists of your account",
    columns: [
      { title: "List", kind: "prose" },
      { title: "Rows", kind: "number" },
      { title: "Sent by", kind: "words" },
      { title: "Sent", kind: "words" },
    ],
    rows: lists.map(({ listId, name, rows, waiting, madeBy, createdAt }) => ({
      cells: [
        html`<a href="/quick-order/${listId}">${name}</a>`,
        formatCount(rows),
        html`${madeBy.name}${waiting === 0 ? null : checking}`,
        writeMoment(createdAt),
      ],
    })),
  });
  const pager = writePager({ back: null, on, onText: "Older lists" });
  return html`${table}${pager}`;
}

/** The page of quick order; `on` is where the lists go on. */
export function writeQuickOrderPage(
  state: FormState,
  lists: readonly ListedList[],
  on: string | null,
): SitePage {
  return {
    title: "Quick order",
    sentence: "Paste a list or send a file; every row is checked against stock and your prices.",
    body: html`${writeFaults(state)}${writePasteForm(state)}${writeFileForm(state)}
<h2>Lists</h2>
${writeLists(lists, on)}`,
  };
}

/** What whoever is no longer signed in gets back: the rows they pasted, and what to do. */
export function writeSignedOutPage(state: FormState): SitePage {
  return {
    title: "You are signed out, and your rows are still here",
    sentence: html`<a href="/sign-in" target="_blank">Sign in</a> in a new tab, come back to this
one and send them again.`,
    body: writePasteForm(state),
  };
}
