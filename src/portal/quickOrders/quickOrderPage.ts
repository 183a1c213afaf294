// The page of quick order: a box to paste into, a file to send, and the lists of the account.
import { formatCount } from "../../html/amount.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderFileField, renderTextArea } from "../../html/field.ts";
import {
  type FormState,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import type { ListedList } from "../../quickOrders/queries.ts";
import type { SitePage } from "../../site/visit.ts";

/** The fields of the two forms. */
export const pasteField = "rows";
export const fileField = "file";

const checking = html` <span class="quiet">being checked</span>`;
const accepted = ".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.gz";

function renderPasteForm(state: FormState): Html {
  return renderForm({
    action: "/quick-order",
    label: "Paste rows",
    body: html`${renderTextArea(state, {
      ...{ name: pasteField, label: "Paste rows", rows: 10, code: true },
      hint:
        "A row a line: part number, quantity and, if you like, condition, as columns of a " +
        "spreadsheet or as PN x 10. A header line is understood. Up to 50,000 rows, 2 MB.",
    })}${renderActions(renderButton({ text: "Check these rows", kind: "primary" }))}`,
  });
}

function renderFileForm(state: FormState): Html {
  return renderForm({
    action: "/quick-order/file",
    upload: true,
    label: "Send a file",
    body: html`${renderFileField(state, {
      ...{ name: fileField, label: "Or send a file", accept: accepted },
      hint: "CSV, TSV, XLSX or JSON lines, up to 50,000 rows and 25 MB.",
    })}${renderActions(renderButton({ text: "Check this file" }))}`,
  });
}

function renderLists(lists: readonly ListedList[], on: string | null): Html {
  if (lists.length === 0) {
    const way = html`<p>Lists that you paste or send are kept here for 30 days.</p>`;
    return renderEmptyState("No list yet", way);
  }
  const table = renderTable({
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
        renderMoment(createdAt),
      ],
    })),
  });
  const pager = renderPager({ back: null, on, onText: "Older lists" });
  return html`${table}${pager}`;
}

/** The page of quick order; `on` is where the lists go on. */
export function renderQuickOrderPage(
  state: FormState,
  lists: readonly ListedList[],
  on: string | null,
): SitePage {
  return {
    title: "Quick order",
    sentence: "Paste a list or send a file; every row is checked against stock and your prices.",
    body: html`${renderFaults(state)}${renderPasteForm(state)}${renderFileForm(state)}
<h2>Lists</h2>
${renderLists(lists, on)}`,
  };
}

/** What whoever is no longer signed in gets back: the rows they pasted, and what to do. */
export function renderSignedOutPage(state: FormState): SitePage {
  return {
    title: "You are signed out, and your rows are still here",
    sentence: html`<a href="/sign-in" target="_blank">Sign in</a> in a new tab, come back to this
one and send them again.`,
    body: renderPasteForm(state),
  };
}
