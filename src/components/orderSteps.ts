import { type Html, html } from "../html/html.ts";
import { renderIcon } from "../html/icons.ts";
import type { OrderStatus } from "../orders/order.ts";
import { texts } from "./texts.ts";

const steps = ["draft", "review", "confirmed", "fulfilled"] as const;

type Step = (typeof steps)[number];

const stepOf: Readonly<Record<OrderStatus, Step | null>> = {
  draft: "draft",
  confirmed: "confirmed",
  fulfilled: "fulfilled",
  cancelled: null,
  expired: null,
};

/** How far an order is; null for one that ended otherwise. */
export function renderOrderSteps(status: OrderStatus | "review"): Html | null {
  const step = status === "review" ? "review" : stepOf[status];
  if (step === null) return null;
  const at = steps.indexOf(step);
  const isEnd = at === steps.length - 1;
  const points = steps.map((one, place) => {
    const isDone = place < at || isEnd;
    const mark = isDone ? renderIcon("check") : place + 1;
    const state = isDone ? html` class="done"` : place === at && html` aria-current="step"`;
    return html`<li${state}><i aria-hidden="true">${mark}</i>${texts.order.steps[one]}</li>\n`;
  });
  return html`<ol class="steps" aria-label="Progress">
${points}</ol>
`;
}
