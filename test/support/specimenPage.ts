// A page that has every part pages are made of, in each of its states, for tests in a browser.
import { formatBareAmount, formatMoney } from "../../src/html/amount.ts";
import { writeCopyable } from "../../src/html/copyable.ts";
import { writeDefinitions } from "../../src/html/definitions.ts";
import { writeEmptyState } from "../../src/html/emptyState.ts";
import {
  writeCellField,
  writeCheckbox,
  writeFileField,
  writeSelect,
  writeTextArea,
  writeTextField,
} from "../../src/html/field.ts";
import {
  type FormState,
  writeActions,
  writeButton,
  writeButtonLink,
  writeFaults,
  writeForm,
} from "../../src/html/form.ts";
import { type Html, html } from "../../src/html/html.ts";
import { writeMoment } from "../../src/html/moment.ts";
import { writeBadge, writeNotice } from "../../src/html/notice.ts";
import { writePager } from "../../src/html/pager.ts";
import { writeQuestion } from "../../src/html/question.ts";
import { writeSummaryBox } from "../../src/html/summaryBox.ts";
import { type Column, writeTable } from "../../src/html/table.ts";
import { writeTabs } from "../../src/html/tabs.ts";
import { writeTimeline } from "../../src/html/timeline.ts";
import { writeTypedName } from "../../src/html/typedName.ts";
import { writeUndo } from "../../src/html/undo.ts";
import type { SitePage } from "../../src/http/visit.ts";
import type { Currency, Money } from "../../src/money.ts";

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

function writeLines(state: FormState, count: number): Html {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = `MS20995C${20 + index}-${"7".repeat((index * 5) % 17)}`;
    const price = html`<s>${formatBareAmount(usd(1250 + index))}</s>
${formatBareAmount(usd(1175 + index))}`;
    return {
      id: `line-${index}`,
      cells: [
        html`<a href="#line-${index}">${number}</a>`,
        "Lockwire, corrosion resistant steel, 0.032 inch, spool of one pound",
        "NE",
        index % 3 === 0 ? writeBadge("short", "5 left") : writeBadge("good", "In stock"),
        writeCellField(state, {
          name: `quantity-${index}`,
          label: `Quantity of ${number}`,
          digits: true,
          width: 7,
          maxLength: 7,
        }),
        price,
        formatBareAmount(usd(117_500 * (index + 1))),
        writeButton({ text: "Remove", label: `Remove ${number}`, name: "remove", value: number }),
      ],
    };
  });
  return writeTable({ caption: "Lines of the draft", columns, rows });
}

function writeDetails(state: FormState): Html {
  return html`${writeTextField(state, {
    name: "po",
    label: "PO number",
    hint: "At most 64 characters.",
    code: true,
    maxLength: 64,
  })}${writeTextField(state, { name: "email", label: "E-mail", type: "email" })}${writeTextField(
    state,
    { name: "password", label: "Password", type: "password", autocomplete: "off" },
  )}${writeSelect(state, {
    name: "condition",
    label: "Condition",
    options: [
      { value: "NE", text: "NE, new" },
      { value: "OH", text: "OH, overhauled" },
    ],
  })}${writeTextArea(state, { name: "notes", label: "Notes", optional: true })}${writeCheckbox(
    state,
    { name: "again", label: "Send a copy to me", hint: "To the address above." },
  )}${writeFileField(state, { name: "file", label: "Parts list", accept: ".csv,.xlsx" })}`;
}

function writeAside(at: Date): Html {
  return html`${writeSummaryBox(
    "Summary",
    html`${writeDefinitions([
      { term: "Order", value: writeCopyable("ord_7K2M9QXA", "the order id") },
      { term: "State", value: writeBadge("neutral", "Draft") },
      { term: "Lines", value: 12, kind: "number" },
      { term: "Subtotal", value: formatMoney(usd(1_234_560)), kind: "sum" },
    ])}${writeActions(writeButton({ text: "Save the draft", kind: "plain" }))}`,
  )}<h2>Timeline</h2>${writeTimeline([
    { at, title: "Placed by key nightly", note: "PO 4711" },
    { at, title: "Notes changed", note: "Una Buyer" },
  ])}`;
}

/** The page; `state` is of its forms, `at` any moment. */
export function writeSpecimenPage(state: FormState, at: Date): SitePage {
  return {
    title: "Order 4711",
    sentence: html`A draft that your system placed at ${writeMoment(at)}.`,
    primary: writeButtonLink("#confirm", "Confirm order PO 4711, USD 12,345.60", "primary"),
    above: { href: "/orders", text: "Orders" },
    body: html`${writeFaults(state)}${writeNotice(
      "short",
      "Two lines are short of stock.",
      html`<p>See the <a href="#line-0">first</a>.</p>`,
    )}${writeUndo("The account is suspended.", { action: "/form" })}${writeNotice(
      "neutral",
      "Prices hold until 28 Nov 2026.",
    )}
${writeTabs("Orders by state", [
  { href: "?", text: "Drafts", count: 3, current: true },
  { href: "?state=confirmed", text: "Confirmed", current: false },
  { href: "?state=cancelled", text: "Cancelled", current: false },
])}${writeForm({ action: "/form", body: writeLines(state, 12) })}${writePager({
  back: null,
  on: "?after=12",
})}<h2>Details</h2>
${writeForm({
  action: "/form",
  hidden: { order: "4711" },
  body: html`${writeDetails(state)}${writeActions(
    writeButton({ text: "Save the details", kind: "primary" }),
    writeButton({ text: "Discard the draft", kind: "danger" }),
  )}`,
})}${writeQuestion(
  "Cancel the order",
  "Cancel this order?",
  html`<p>This cannot be taken back.</p>${writeForm({
    action: "/form",
    body: html`${writeTypedName(state, "PO 4711")}${writeButton({
      text: "Cancel order PO 4711",
      kind: "danger",
    })}`,
  })}`,
)}${writeEmptyState(
  "No orders yet",
  html`<p>Orders that your systems place by the API stand here.</p>`,
)}`,
    side: writeAside(at),
  };
}
