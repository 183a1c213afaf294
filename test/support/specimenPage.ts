// A page with every component in each of its states, for tests in a browser.

import { renderCopyable } from "../../src/kit/html/codeBlock.ts";
import { renderDefinitions } from "../../src/kit/html/definitions.ts";
import { renderEmptyState } from "../../src/kit/html/emptyState.ts";
import {
  renderCellField,
  renderCheckbox,
  renderFileField,
  renderSelect,
  renderTextArea,
  renderTextField,
} from "../../src/kit/html/field.ts";
import {
  type FormState,
  renderActions,
  renderButton,
  renderButtonLink,
  renderFaults,
  renderForm,
} from "../../src/kit/html/form.ts";
import { type Html, html } from "../../src/kit/html/html.ts";
import { renderMoment } from "../../src/kit/html/moment.ts";
import { renderBadge, renderNotice } from "../../src/kit/html/notice.ts";
import { renderPager } from "../../src/kit/html/pager.ts";
import { renderQuestion, renderTypedName } from "../../src/kit/html/question.ts";
import { renderSummaryBox } from "../../src/kit/html/summaryBox.ts";
import { type Column, renderTable } from "../../src/kit/html/table.ts";
import { renderTabs } from "../../src/kit/html/tabs.ts";
import { renderTimeline } from "../../src/kit/html/timeline.ts";
import type { Currency, Money } from "../../src/kit/money.ts";
import { formatBarePrice, formatMoney } from "../../src/kit/price.ts";
import type { SitePage } from "../../src/kit/site/visit.ts";

const columns: readonly Column[] = [
  { title: "Part number", kind: "code", sort: { href: "?sort=number", now: "ascending" } },
  { title: "Title", kind: "prose" },
  { title: "Condition", kind: "words" },
  { title: "Stock", kind: "words" },
  { title: "Quantity", kind: "number" },
  { title: "Your price, USD", kind: "number", sort: { href: "?sort=price", now: null } },
  { title: "Total, USD", kind: "number" },
  { title: "Actions", kind: "actions" },
];

function usd(minor: number): Money {
  return { minor: BigInt(minor), currency: "USD" as Currency };
}

function renderLines(state: FormState, count: number): Html {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = `MS20995C${20 + index}-${"7".repeat((index * 5) % 17)}`;
    const price = html`<s>${formatBarePrice(usd(1250 + index))}</s>
${formatBarePrice(usd(1175 + index))}`;
    return {
      id: `line-${index}`,
      cells: [
        html`<a href="#line-${index}">${number}</a>`,
        "Lockwire, corrosion resistant steel, 0.032 inch, one pound",
        "NE",
        index % 3 === 0 ? renderBadge("short", "5 left") : renderBadge("good", "In stock"),
        renderCellField(state, {
          name: `quantity-${index}`,
          label: `Quantity of ${number}`,
          digits: true,
          width: 7,
          maxLength: 7,
        }),
        price,
        formatBarePrice(usd(117_500 * (index + 1))),
        renderButton({ text: "Remove", label: `Remove ${number}`, name: "remove", value: number }),
      ],
    };
  });
  return renderTable({ caption: "Lines of the draft", columns, rows });
}

function writeDetails(state: FormState): Html {
  return html`${renderTextField(state, {
    name: "po",
    label: "PO number",
    hint: "At most 64 characters.",
    code: true,
    maxLength: 64,
  })}${renderTextField(state, { name: "email", label: "E-mail", type: "email" })}${renderTextField(
    state,
    { name: "password", label: "Password", type: "password", autocomplete: "off" },
  )}${renderSelect(state, {
    name: "condition",
    label: "Condition",
    options: [
      { value: "NE", text: "NE, new" },
      { value: "OH", text: "OH, overhauled" },
    ],
  })}${renderTextArea(state, { name: "notes", label: "Notes", optional: true })}${renderCheckbox(
    state,
    { name: "again", label: "Send a copy to me", hint: "To the address above." },
  )}${renderFileField(state, { name: "file", label: "Parts list", accept: ".csv,.xlsx" })}`;
}

function writeAside(at: Date): Html {
  return html`${renderSummaryBox(
    "Summary",
    html`${renderDefinitions([
      { term: "Order", value: renderCopyable("ord_7K2M9QXA", "the order id") },
      { term: "State", value: renderBadge("neutral", "Draft") },
      { term: "Lines", value: 12, kind: "number" },
      { term: "Subtotal", value: formatMoney(usd(1_234_560)), kind: "sum" },
    ])}${renderActions(renderButton({ text: "Save the draft", kind: "plain" }))}`,
  )}<h2>Timeline</h2>${renderTimeline([
    { at, title: "Placed by key nightly", note: "PO 4711" },
    { at, title: "Notes changed", note: "Una Buyer" },
  ])}`;
}

/** The page; `state` is that of its forms, `at` any moment. */
export function writeSpecimenPage(state: FormState, at: Date): SitePage {
  return {
    title: "Order 4711",
    sentence: html`A draft that your system placed at ${renderMoment(at)}.`,
    primary: renderButtonLink("#confirm", "Confirm order PO 4711, USD 12,345.60", "primary"),
    above: { href: "/orders", text: "Orders" },
    body: html`${renderFaults(state)}${renderNotice(
      "short",
      "Two lines are short of stock.",
      html`<p>See the <a href="#line-0">first</a>.</p>`,
    )}${renderNotice("neutral", "Prices hold until 28 Nov 2026.")}
${renderTabs("Orders by state", [
  { href: "?", text: "Drafts", count: 3, current: true },
  { href: "?state=confirmed", text: "Confirmed", current: false },
  { href: "?state=cancelled", text: "Cancelled", current: false },
])}${renderForm({ action: "/form", body: renderLines(state, 12) })}${renderPager({
  back: null,
  on: "?after=12",
})}<h2>Details</h2>
${renderForm({
  action: "/form",
  hidden: { order: "4711" },
  body: html`${writeDetails(state)}${renderActions(
    renderButton({ text: "Save the details", kind: "primary" }),
    renderButton({ text: "Discard the draft", kind: "danger" }),
  )}`,
})}${renderQuestion(
  "Cancel the order",
  "Cancel this order?",
  html`<p>This cannot be taken back.</p>${renderForm({
    action: "/form",
    body: html`${renderTypedName(state, "PO 4711")}${renderButton({
      text: "Cancel order PO 4711",
      kind: "danger",
    })}`,
  })}`,
)}${renderEmptyState(
  "No orders yet",
  html`<p>Orders that your systems place by the API stand here.</p>`,
)}`,
    side: writeAside(at),
  };
}
