import { formatCount } from "../../html/amount.ts";
import { renderCard } from "../../html/card.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderFileField, renderTextArea } from "../../html/field.ts";
import { type FormState, renderFaults, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { renderPager } from "../../html/pager.ts";
import { renderTable } from "../../html/table.ts";
import type { ListedList } from "../../quickOrders/queries.ts";
import type { SitePage } from "../../site/visit.ts";
import { renderRepeatForm } from "./listMenu.ts";
import { texts } from "./texts.ts";

export const pasteField = "rows";
export const fileField = "file";

const checking = html` <span class="quiet">being checked</span>`;
const accepted = ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.gz";

function renderPasteForm(state: FormState): Html {
  return renderForm({
    action: "/quick-order",
    label: texts.paste.label,
    body: renderTextArea(state, {
      name: pasteField,
      label: texts.paste.label,
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
    progress: true,
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
export type ShownLists = {
  readonly saved: readonly ListedList[];
  readonly lists: readonly ListedList[];
  readonly on: string | null;
  /** How long a list is stored; 0 is forever. */
  readonly days: number;
};

function renderLists({ lists, on, days }: ShownLists): Html {
  if (lists.length === 0) {
    const way = html`<p>${texts.lists.noneHint(days)}</p>`;
    return renderEmptyState("No lists yet", way);
  }
  return html`${renderTableOfLists("Lists of your account", lists)}${renderPager({
    back: null,
    on,
  })}`;
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
        html`${list.madeBy.name}${list.unchecked === 0 ? null : checking}`,
        renderAge(list.createdAt),
        list.isUnclear ? null : renderRepeatForm(list),
      ],
    })),
  });
}

export function renderQuickOrderPage(state: FormState, lists: ShownLists): SitePage {
  const table = renderTableOfLists(texts.lists.saved, lists.saved);
  const title = lists.saved.length === 0 ? "Your lists" : "Other lists";
  const saved =
    lists.saved.length === 0 ? null : renderCard({ title: texts.lists.saved, body: table });
  return {
    title: "Quick order",
    sentence: "Paste a list or upload a file. Every row is checked against stock and your prices.",
    body: html`${renderFaults(state)}<div class="halves">
${[
  renderCard({ title: "Paste a list", body: renderPasteForm(state) }),
  renderCard({ title: "Upload a file", body: renderFileForm(state) }),
]}</div>
${saved}${renderCard({ title, body: renderLists(lists) })}`,
  };
}

/** For a visitor whose session ended: their pasted rows, and what to do. */
export function renderSignedOutPage(state: FormState): SitePage {
  return {
    title: "You are signed out. Your rows are still here",
    sentence: texts.signedOut.sentence,
    body: renderPasteForm(state),
  };
}
