import { limits } from "../../contract/limits.ts";
import { formatCount } from "../../html/amount.ts";
import { type Definition, renderDefinitions } from "../../html/definitions.ts";
import { renderSelect } from "../../html/field.ts";
import { freshForm, renderButton, renderButtonLink } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { formatMoney } from "../../price.ts";
import type { MergedLine } from "../../quickOrders/editQueries.ts";
import type { ListSummary, OrderList } from "../../quickOrders/orderList.ts";
import { rowsForm } from "./fixWords.ts";
import { countView } from "./listView.ts";
import { texts } from "./texts.ts";

/** `lines` has the first of `count` lines. */
type MergedLines = { readonly lines: readonly MergedLine[]; readonly count: number };

/** What is beside the button that adds the ready rows. */
export type Adding = { readonly targets: readonly DraftTarget[]; readonly merged: MergedLines };

type DraftTarget = { readonly orderId: string; readonly text: string };

function describeLine({ rowNumbers, rows, quantity }: MergedLine): string {
  const named = rowNumbers.map(String);
  const more = rows - named.length;
  const last = more > 0 ? texts.merged.more(more) : (named.pop() ?? "");
  return `Rows ${named.join(", ")} and ${last} order the same offer, ${formatCount(quantity)} in total.`;
}

/** Which rows become one line: the buyer may have meant one of them only. Null if none do. */
function renderMergedLines({ lines, count }: MergedLines): Html | null {
  const [first, ...others] = lines;
  if (first === undefined) return null;
  if (others.length === 0) return html`<p class="hint">${describeLine(first)}</p>\n`;
  const named = lines.map((line) => html`<li>${line.partNumber}: ${describeLine(line)}</li>\n`);
  const more = count - lines.length;
  const rest = more > 0 && html`<li>${texts.merged.moreLines(more)}</li>\n`;
  return html`<details class="hint">
<summary>${texts.merged.title(count)}</summary>
<ul>
${named}${rest}</ul>
</details>
`;
}

/** Whether one draft cannot have all ready rows. */
function isLong({ states, totals }: ListSummary): boolean {
  return states.ready > limits.orderLines || totals.length > 1;
}

function canAdd({ states }: ListSummary): boolean {
  return states.ready > 0 && states.waiting === 0;
}

function renderAddForm(
  { listId }: OrderList,
  summary: ListSummary,
  { targets }: Adding,
): Html | null {
  if (!canAdd(summary)) return null;
  const { states, totals } = summary;
  const total = totals.map(formatMoney).join(" and ");
  const options = [
    { value: "", text: "New draft" },
    ...targets.map(({ orderId, text }) => ({ value: orderId, text })),
  ];
  const state = { ...freshForm(), prefix: "add" };
  const field = { name: "draft", label: "Add to", options, form: rowsForm };
  const select = targets.length > 0 || isLong(summary) ? renderSelect(state, field) : null;
  const text = texts.summary.add(states.ready, total);
  const action = `/quick-order/${listId}/add`;
  // A part of the form of the rows, so that adding saves what was typed.
  return html`${select}${renderButton({ text, kind: "primary", action, form: rowsForm })}`;
}

/** What becomes of the rows, below the buttons: a hint of the field would move it. */
function renderAddHints(summary: ListSummary, { merged }: Adding): Html | null {
  if (!canAdd(summary)) return null;
  const limit =
    isLong(summary) &&
    html`<p class="hint">Up to ${limits.orderLines} lines and one currency per draft. Extra rows go into additional drafts.</p>
`;
  return html`${limit}${renderMergedLines(merged)}`;
}

/** The shares of the rows that are ready and that need attention, as a bar. */
function renderShares(name: string, { rows, states }: ListSummary, unready: number): Html {
  const ready = states.ready + states.added;
  const at = (count: number) => ((100 * count) / Math.max(1, rows)).toFixed(2);
  return html`<svg class="shares" viewBox="0 0 100 1" preserveAspectRatio="none" role="img"
 aria-label="${name}: ${formatCount(ready)} of ${formatCount(rows)} rows ready">
<rect class="good" width="${at(ready)}" height="1"/>
<rect class="short" x="${at(ready)}" width="${at(unready)}" height="1"/>
</svg>
`;
}

/** The summary of a list; `quote` requests a quote for rows. */
export function renderListSummary(
  list: OrderList,
  summary: ListSummary,
  adding: Adding,
  quote: Html | null,
): Html {
  const { states, totals } = summary;
  const unready = countView(summary, "unready");
  const requested = countView(summary, "requested");
  const onRequest = countView(summary, "on_request");
  const version = html`<input type="hidden" name="version" form="${rowsForm}"
 value="${list.version}">`;
  const count = (term: string, rows: number): Definition[] =>
    rows === 0 ? [] : [{ term, value: formatCount(rows), kind: "number" }];
  const definitions: Definition[] = [
    { term: "Ready", value: formatCount(states.ready), kind: "number" },
    ...count("Needs attention", unready),
    ...count("Quote requested", requested),
    ...count("Price on request", onRequest),
    ...count("In orders", states.added),
    ...count("Checking", states.waiting),
    ...totals.map(
      (total): Definition => ({
        term: "Ready rows",
        value: formatMoney(total),
        kind: "sum",
      }),
    ),
  ];
  const address = `/quick-order/${list.listId}/unready.csv`;
  const isComplete = unready + requested + onRequest === 0;
  const file = isComplete ? null : renderButtonLink(address, "Download rows to fix (CSV)", "plain");
  return html`<section class="card listbar" id="list-summary" aria-label="List">
${version}${renderShares(list.name, summary, unready)}${renderDefinitions(definitions)}
<div class="actions">
${file}${quote}${renderAddForm(list, summary, adding)}</div>
${renderAddHints(summary, adding)}</section>
`;
}
