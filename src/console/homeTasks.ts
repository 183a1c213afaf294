// The open work of the home page: each kind with its count and its action.
import { formatCount } from "../html/amount.ts";
import { type Content, type Html, html } from "../html/html.ts";
import { type IconName, renderIcon } from "../html/icons.ts";
import { type Meaning, renderBadge } from "../html/notice.ts";
import { maxCountedOrders } from "../orders/summaryQueries.ts";
import { texts } from "./texts.ts";

/** A kind of open work; none is shown if `count` is 0. */
export type Task = {
  readonly what: string;
  readonly count: number;
  readonly meaning: Meaning;
  readonly note?: Content;
  readonly icon: IconName;
  readonly action: { readonly href: string; readonly text: string };
};

function countOf(count: number): string {
  return count > maxCountedOrders ? `${formatCount(maxCountedOrders)}+` : formatCount(count);
}

function renderTask({ what, count, meaning, note, icon, action }: Task): Html {
  const { href, text } = action;
  const label = texts.tasks.actionFor(text, what);
  const about = note && html`<p class="sub">${note}</p>`;
  return html`<li class="${meaning}">${renderIcon(icon)}<div><p><strong>${what}</strong></p>
${about}</div>${renderBadge(meaning, countOf(count))}
<a class="button plain" href="${href}" aria-label="${label}">${text}</a></li>
`;
}

export function renderTasks(tasks: readonly Task[]): Html {
  return html`<ul class="todo">
${tasks.map(renderTask)}</ul>
`;
}
