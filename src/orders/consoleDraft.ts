import type { OperatorAccount } from "../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../audit/actor.ts";
import type { Offer } from "../catalog/offer.ts";
import type { OfferId } from "../catalog/partId.ts";
import { newId } from "../db/newId.ts";
import {
  accountAddress,
  linkCatalogPart,
  newDraftAddress,
  orderAddress,
} from "../home/consoleAddresses.ts";
import type { ConsoleContext, Handler, Visit } from "../home/consoleContext.ts";
import { addDays, utcDay } from "../kit/day.ts";
import { formatCount, formatCounted } from "../kit/html/amount.ts";
import { renderCard } from "../kit/html/card.ts";
import {
  renderCellField,
  renderCellSelect,
  renderTextArea,
  renderTextField,
} from "../kit/html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderForm,
} from "../kit/html/form.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderDay } from "../kit/html/moment.ts";
import { renderBadge, renderNotice } from "../kit/html/notice.ts";
import { renderTable } from "../kit/html/table.ts";
import { formatMoney } from "../kit/price.ts";
import type { Fields } from "../kit/site/fields.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../kit/site/visit.ts";
import { writeRowRequest } from "../quickOrders/changeList.ts";
import { loadRowFacts, type RowFacts } from "../quickOrders/rowFacts.ts";
import { describeOffer, stateWords } from "../quickOrders/sharedRows.ts";
import {
  type CheckedList,
  checkTypedList,
  draftForAccount,
  type TypedList,
  type TypedPlan,
  type TypedRow,
} from "../quotes/draftForAccount.ts";
import { usualDays } from "../quotes/quoteRequest.ts";
import {
  draftLifeDays,
  noOrderTexts,
  type OrderTexts,
  priceLifeDays,
  sumLineTotals,
} from "./order.ts";
import { readOrderFields, renderOrderFields } from "./sharedLines.ts";

// Drafting an order for a customer who phones or writes: the lines are checked as the customer's
// own quick order, then become a draft that only the customer's people confirm.

// What the form of a customer's draft says.

type Marked = Pick<TypedRow, "mark">;

function offerField({ mark }: Marked): string {
  return `offer-${mark}`;
}

function priceField({ mark }: Marked): string {
  return `price-${mark}`;
}

/** The prices that were typed for rows, by their marks. */
function readPrices(form: Fields): Map<string, string> {
  const marks = form.names().flatMap((name) => /^price-([0-9a-f]{16})$/.exec(name)?.[1] ?? []);
  const typed = marks.map((mark) => [mark, form.text(priceField({ mark })).trim()] as const);
  return new Map(typed.filter(([, price]) => price !== ""));
}

function readOfferId(text: string): OfferId | null {
  return /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as OfferId) : null;
}

/** The offers that were chosen for rows, by their marks. */
function readChoices(form: Fields): Map<string, OfferId> {
  const marks = form.names().flatMap((name) => /^offer-([0-9a-f]{16})$/.exec(name)?.[1] ?? []);
  return new Map(
    marks.flatMap((mark): [string, OfferId][] => {
      const offerId = readOfferId(form.text(offerField({ mark })));
      return offerId === null ? [] : [[mark, offerId]];
    }),
  );
}

type TypedForm = OrderTexts &
  Omit<TypedList, "accountId" | "now"> & { readonly faults: readonly FieldFault[] };

function readTypedForm(form: Fields, currency: string, limitPercent: number): TypedForm {
  const text = form.text("lines");
  const { texts, faults: ofTexts } = readOrderFields(form);
  const none = { field: "lines", text: "Enter at least one part number with its quantity." };
  const faults = [...(text.trim() === "" ? [none] : []), ...ofTexts];
  const quoted = {
    ...{ currency, limitPercent, isAccepted: form.text("far") === "yes" },
    reason: form.text("reason").replace(/\s+/g, " ").trim(),
    validUntil: form.text("valid_until").trim(),
  };
  const typed = { text, choices: readChoices(form), prices: readPrices(form), quoted };
  return { ...typed, ...noOrderTexts, ...texts, faults };
}

// The checked lines: the account's price and stock of each, and what a person has to choose.

/** The id of the form to which the choices belong. */
const typedFormId = "customer-draft";

/** The offer that a row names, and those to choose from. */
type ShownOffers = (row: TypedRow) => Pick<RowFacts, "named" | "choices">;

const maxShownLength = 300;

function clip(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength).toWellFormed()}…`;
}

function renderChoices(row: TypedRow, shown: ShownOffers, state: FormState): Content {
  const offers = shown(row).choices;
  if (offers.length === 0) return null;
  const options = offers.map((one) => {
    return { value: String(one.offer.offerId), text: describeOffer(one, row.quantity) };
  });
  return renderCellSelect(state, {
    name: offerField(row),
    label: `Offer for row ${row.rowNumber}`,
    options: [{ value: "", text: `Choose one of ${formatCount(options.length)}` }, ...options],
    form: typedFormId,
  });
}

function renderResult(row: TypedRow, offers: ShownOffers, state: FormState): Html {
  const { word, meaning } = stateWords[row.state];
  const { reason, note, remark, neededBy } = row;
  const say = (text: Content) => text && html` <span class="sub">${text}</span>`;
  return html`${renderBadge(meaning, word)}${[
    reason === null ? null : html` ${clip(reason)}`,
    say(note),
    neededBy === null ? null : say(renderDay(neededBy)),
    say(clip(writeRowRequest(row).join(" · "))),
    say(remark),
  ]}${renderChoices(row, offers, state)}`;
}

function linkNumber(partNumber: string, offer: Offer | undefined): Html {
  return offer === undefined ? html`<code>${partNumber}</code>` : linkCatalogPart(offer.partNumber);
}

/** What the row was read as; as it was typed, if that is unclear. */
function renderPart(row: TypedRow, offer: Offer | undefined): Html {
  const { rowNumber, cells, partNumber } = row;
  const isUnclear = row.state === "unreadable" || partNumber === null;
  const number = isUnclear
    ? html`<q>${clip(cells.join(" ").trim())}</q>`
    : linkNumber(partNumber, offer);
  const about = [`Row ${formatCount(rowNumber)}`, offer?.title ?? [], offer?.vendor ?? []].flat();
  return html`${number} <span class="sub">${about.join(" · ")}</span>`;
}

/** The unit is that of the offer; an unclear quantity is shown as it was typed. */
function formatQuantity({ quantity, quantityText }: TypedRow, offer: Offer | undefined): string {
  if (quantity === null) return clip(quantityText);
  return offer === undefined
    ? formatCount(quantity)
    : `${formatCount(quantity)} ${offer.unitOfMeasure}`;
}

/** The account's own price, and a field for another one. */
function renderUnitPrice(row: TypedRow, state: FormState): Html {
  const { unitPrice, rowNumber } = row;
  const field = { name: priceField(row), label: `Other price for row ${rowNumber}`, width: 9 };
  const typed = renderCellField(state, { ...field, form: typedFormId });
  return html`${unitPrice === null ? "On request" : formatMoney(unitPrice)}<span class="sub">${typed}</span>`;
}

function renderFacts(row: TypedRow, offer: Offer | undefined, state: FormState): Content[] {
  return [
    renderPart(row, offer),
    offer?.condition ?? row.condition,
    formatQuantity(row, offer),
    offer && formatCount(offer.stock),
    offer === undefined ? null : renderUnitPrice(row, state),
    row.lineTotal && formatMoney(row.lineTotal),
  ];
}

function renderTypedTable(rows: readonly TypedRow[], offers: ShownOffers, state: FormState): Html {
  return renderTable({
    caption: "Lines as the customer would order them",
    columns: [
      { title: "Part", kind: "text" },
      { title: "Condition", kind: "words", titled: true },
      { title: "Quantity", kind: "number" },
      { title: "In stock", kind: "number" },
      { title: "Unit price, or another", kind: "number" },
      { title: "Total", kind: "number", corner: true },
      { title: "Result", kind: "prose" },
    ],
    rows: rows.map((row) => ({
      id: `row-${row.rowNumber}`,
      cells: [
        ...renderFacts(row, offers(row).named?.offer, state),
        renderResult(row, offers, state),
      ],
    })),
  });
}

const resultsId = "checked";

function renderFields(state: FormState): Html {
  return html`${[
    renderTextArea(state, {
      name: "lines",
      label: "Part numbers and quantities",
      hint:
        "One line per part, such as MS20470AD4-6 x 100 NE, or cells from a spreadsheet. " +
        "The condition is optional.",
      rows: 8,
      code: true,
    }),
    renderOrderFields(state, [], ""),
    renderTextField(state, {
      name: "reason",
      label: "Why other prices",
      hint: "If you type another price for a row. The customer doesn't see it.",
      optional: true,
    }),
    renderTextField(state, {
      name: "valid_until",
      label: "Other prices valid until",
      type: "date",
    }),
  ]}`;
}

/** The button that creates the draft, with what it creates. */
function renderCreation(account: OperatorAccount, plan: TypedPlan, state: FormState): Html | null {
  if (plan.outcome !== "planned") return null;
  const { lines, mark } = plan;
  const create = renderButton({
    text: `Create draft for ${account.name}`,
    kind: "primary",
    name: "step",
    value: "create",
    form: typedFormId,
  });
  return html`<p><strong>${formatCounted(lines.length, "line")}, ${formatMoney(sumLineTotals(lines))}</strong></p>
<p>The customer has these prices for ${priceLifeDays} days, others as long as they are valid, and can confirm the draft for ${draftLifeDays}.</p>
<input type="hidden" name="mark" value="${mark}" form="${typedFormId}">
<input type="hidden" name="far" value="${state.value("far")}" form="${typedFormId}">
${renderActions(create)}`;
}

/** Why the lines are no draft yet. */
function renderObstacle(plan: TypedPlan): Html | null {
  switch (plan.outcome) {
    case "planned":
      return null;
    case "not ready":
      return renderNotice(
        "short",
        `${formatCounted(plan.rows, "row")} can't be ordered yet`,
        "Choose an offer, or correct or remove the row. Then check the lines again.",
      );
    case "price refused": {
      const { faults } = plan;
      const far = faults.every(({ isQuestion }) => isQuestion);
      const box = html`<p><label><input type="checkbox" name="far" value="yes" form="${typedFormId}"> Use prices that differ from the list price</label></p>\n`;
      const points = faults.map(({ text }) => html`<li>${text}</li>\n`);
      return renderNotice("short", "Check the prices", html`<ul>\n${points}</ul>\n${far && box}`);
    }
    case "several currencies":
      return renderNotice(
        "short",
        "The lines have prices in several currencies",
        "Create one draft per currency.",
      );
    case "outside limits":
      return renderNotice(
        "short",
        "The draft would exceed the limits of an order",
        "Reduce the quantities, or create several drafts.",
      );
    case "refused": {
      const faults = plan.lines.flatMap((line) => line.faults);
      const points = faults.map(({ message }) => html`<li>${message}</li>\n`);
      return renderNotice(
        "short",
        "These lines can't be ordered together",
        html`<ul>\n${points}</ul>`,
      );
    }
  }
}

async function renderChecked(
  context: ConsoleContext,
  account: OperatorAccount,
  checked: CheckedList,
  state: FormState,
  now: Date,
): Promise<Html> {
  if (checked.outcome === "refused") {
    const notice = renderNotice("fault", "The lines could not be read", checked.message);
    return html`<div id="${resultsId}">${notice}</div>`;
  }
  const { accountId } = account;
  const facts = await loadRowFacts({ ...context, accountId, listId: null, now }, checked.rows);
  const notes = checked.notes.map((note) => html`<p class="sub">${note}</p>\n`);
  const table = renderTypedTable(checked.rows, facts.of, state);
  const creation = renderCreation(account, checked.plan, state);
  const card = renderCard({
    title: "Lines",
    body: html`${table}${notes}`,
    ...(creation === null ? {} : { foot: creation }),
  });
  return html`<div class="stack" id="${resultsId}">
${renderObstacle(checked.plan)}${card}</div>
`;
}

type Shown = {
  readonly state: FormState;
  readonly formId: string;
  readonly notice?: Html;
  readonly checked?: Html;
};

function renderNewDraft(
  account: OperatorAccount,
  { state, formId, notice, checked }: Shown,
): SitePage {
  const { accountId, name } = account;
  const form = renderForm({
    action: `${newDraftAddress(accountId)}#${resultsId}`,
    id: typedFormId,
    state,
    hidden: { form: formId },
    body: renderFields(state),
    button: {
      text: "Check lines",
      kind: checked === undefined ? "primary" : "plain",
      name: "step",
      value: "check",
    },
  });
  return {
    title: "Draft an order",
    sentence: `For ${name}, at its prices. The customer reviews and confirms the draft.`,
    above: { href: accountAddress(accountId), text: name },
    body: html`${notice}${form}${checked}`,
  };
}

/** Checks a typed list, and writes nothing. */
function check({ db, replica }: ConsoleContext, typed: TypedList): Promise<CheckedList> {
  return db.transaction((tx) => checkTypedList(tx, replica, typed));
}

/** What is wrong with prices, at their fields. */
function toPriceFaults(list: CheckedList): readonly FieldFault[] {
  if (list.outcome !== "checked" || list.plan.outcome !== "price refused") return [];
  return list.plan.faults.map(({ mark, field, text }) => {
    if (field === "reason" || field === "valid_until") return { field, text };
    return { field: mark === null ? "" : priceField({ mark }), text };
  });
}

/** The form as it was sent, with its lines checked now. */
async function answerChecked(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
  list: CheckedList,
  more: {
    readonly faults?: readonly FieldFault[];
    readonly notice?: Html;
    readonly status: 200 | 409 | 422;
  },
): Promise<Answer> {
  const { form, now } = visit;
  const { status, notice } = more;
  const faults = [...(more.faults ?? []), ...toPriceFaults(list)];
  const state = { value: form.text, faults };
  const checked = await renderChecked(context, account, list, state, now);
  const formId = form.text("form");
  const shown = { state, formId, checked, ...(notice === undefined ? {} : { notice }) };
  return answerPage(renderNewDraft(account, shown), status);
}

function refuseSuspended(account: OperatorAccount, visit: Visit): Answer {
  const state = {
    value: visit.form.text,
    faults: [
      {
        field: "",
        text: "The account is suspended, so its people can't confirm drafts. Resume it first.",
      },
    ],
  };
  return answerPage(renderNewDraft(account, { state, formId: newId() }), 409);
}

async function create(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
  typed: TypedForm,
): Promise<Answer> {
  const { form, now } = visit;
  const { accountId } = account;
  const sent = { actor: operatorActor(visit), formId: form.text("form"), mark: form.text("mark") };
  const outcome = await draftForAccount(context, { ...typed, ...sent, accountId, now });
  switch (outcome.outcome) {
    case "created":
      context.countOrder("placed", 1);
      return redirect(orderAddress(outcome.order.orderId, "?done=drafted"));
    case "repeated":
      return redirect(orderAddress(outcome.orderId, "?done=drafted-already"));
    case "suspended":
      return refuseSuspended(account, visit);
    case "busy": {
      const notice = renderNotice(
        "short",
        "Draft not created: its parts are being updated",
        "Try again in a moment.",
      );
      const list = await check(context, { ...typed, accountId, now });
      return answerChecked(context, visit, account, list, { notice, status: 409 });
    }
    case "changed": {
      const notice = renderNotice(
        "short",
        "Draft not created: the lines, prices or stock changed since you checked them",
        "Check lines, prices and stock below. Then create the draft.",
      );
      return answerChecked(context, visit, account, outcome.checked, { notice, status: 409 });
    }
  }
}

export const showNewDraft: Handler<OperatorAccount> = async (_context, visit, account) => {
  if (account.suspendedAt !== null) return refuseSuspended(account, visit);
  const state = freshForm({ valid_until: addDays(utcDay(visit.now), usualDays) });
  return answerPage(renderNewDraft(account, { state, formId: newId() }));
};

/** Checks the lines, or creates the draft of lines that were checked. */
export const sendNewDraft: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  if (account.suspendedAt !== null) return refuseSuspended(account, visit);
  const typed = readTypedForm(form, account.currency, context.maxPriceMove);
  const { faults } = typed;
  if (faults.some(({ field }) => field === "lines")) {
    const state = { value: form.text, faults };
    return answerPage(renderNewDraft(account, { state, formId: form.text("form") }), 422);
  }
  if (form.text("step") === "create" && faults.length === 0) {
    return create(context, visit, account, typed);
  }
  const { accountId } = account;
  const list = await check(context, { ...typed, accountId, now });
  const isRefused = faults.length > 0 || list.outcome === "refused";
  return answerChecked(context, visit, account, list, { faults, status: isRefused ? 422 : 200 });
};
