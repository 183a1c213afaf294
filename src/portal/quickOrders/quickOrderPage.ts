import { formatCount, formatCounted } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderFileField, renderTextArea } from "../../html/field.ts";
import { type FormState, renderFaults, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderMoment } from "../../html/moment.ts";
import { renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import type { ListedList } from "../../quickOrders/queries.ts";
import type { SitePage } from "../../site/visit.ts";

export const pasteField = "rows";
export const fileField = "file";

const checking = html` <span class="quiet">being checked</span>`;
const accepted = ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.gz";

function renderPasteForm(state: FormState): Html {
  return renderForm({
    action: "/quick-order",
    label: "Paste rows",
    body: renderTextArea(state, {
      name: pasteField,
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

function renderFileForm(state: FormState): Html {
  return renderForm({
    action: "/quick-order/file",
    upload: true,
    label: "Upload file",
    body: renderFileField(state, {
      name: fileField,
      label: "Or upload a file",
      accept: accepted,
      hint: "CSV, TSV, XLSX or JSON, up to 50,000 rows and 25 MB.",
    }),
    button: { text: "Check file" },
  });
}

/** The lists of an account; `on` is the address of older ones. */
type ShownLists = {
  readonly lists: readonly ListedList[];
  readonly on: string | null;
  /** How long a list is stored; 0 is forever. */
  readonly days: number;
};

function renderLists({ lists, on, days }: ShownLists): Html {
  if (lists.length === 0) {
    const time = days === 0 ? "" : ` for ${formatCounted(days, "day")}`;
    const way = html`<p>Lists you paste or upload stay here${time}.</p>`;
    return renderEmptyState("No lists yet", way);
  }
  const table = renderTable({
    caption: "Lists of your account",
    columns: [
      { title: "List", kind: "prose" },
      { title: "Rows", kind: "number" },
      { title: "Created by", kind: "words" },
      { title: "Created", kind: "words" },
    ],
    rows: lists.map(({ listId, name, rows, unchecked, madeBy, createdAt }) => ({
      cells: [
        html`<a href="/quick-order/${listId}">${name}</a>`,
        formatCount(rows),
        html`${madeBy.name}${unchecked === 0 ? null : checking}`,
        renderMoment(createdAt),
      ],
    })),
  });
  return html`${table}${renderPager({ back: null, on })}`;
}

export function renderQuickOrderPage(state: FormState, lists: ShownLists): SitePage {
  return {
    title: "Quick order",
    sentence: "Paste a list or upload a file. Every row is checked against stock and your prices.",
    body: html`${renderFaults(state)}<div class="halves">
${[
  renderCard({ title: "Paste a list", body: renderPasteForm(state) }),
  renderCard({ title: "Upload a file", body: renderFileForm(state) }),
]}</div>
${renderCard({ title: "Your lists", body: renderLists(lists) })}`,
  };
}

/** For a visitor whose session ended: their pasted rows, and what to do. */
export function renderSignedOutPage(state: FormState): SitePage {
  return {
    title: "You are signed out. Your rows are still here",
    sentence: html`<a href="/sign-in" target="_blank">Sign in</a> in a new tab, then return to this
tab and check the rows again.`,
    body: renderPasteForm(state),
  };
}
