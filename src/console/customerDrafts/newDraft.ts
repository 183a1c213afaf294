// Drafting an order for a customer who phones or writes: the lines are checked as the customer's
// own quick order, then become a draft that only the customer's people confirm.
import type { OperatorAccount } from "../../accounts/operatorAccountQueries.ts";
import { operatorActor } from "../../audit/actor.ts";
import { newId } from "../../db/newId.ts";
import { renderCard } from "../../html/card.ts";
import { renderTextArea, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderForm,
} from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderNotice } from "../../html/notice.ts";
import { draftLifeDays, priceLifeDays, sumLineTotals } from "../../orders/order.ts";
import { formatMoney } from "../../price.ts";
import {
  checkTypedDraft,
  draftForAccount,
  type TypedDraft,
} from "../../quickOrders/operators/draftForAccount.ts";
import type { TypedPlan } from "../../quickOrders/operators/planTypedDraft.ts";
import { loadRowFacts } from "../../quickOrders/rowFacts.ts";
import { selectQuoteRequest } from "../../quoteRequests/quoteRequestQueries.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import { accountAddress, newDraftAddress, orderAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { readUuid } from "../filters.ts";
import { texts } from "./texts.ts";
import { readTypedForm, type TypedForm } from "./typedForm.ts";
import { renderTypedTable, typedFormId } from "./typedTable.ts";
import { renderLongRemarks, writeQuoteRequest } from "./writeQuoteRequest.ts";

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
    renderTextField(state, {
      name: "po_number",
      label: texts.po,
      optional: true,
      autocomplete: "off",
    }),
    renderTextArea(state, {
      name: "ship_to",
      label: texts.shipTo,
      optional: true,
      rows: 3,
    }),
    renderTextArea(state, {
      name: "notes",
      label: texts.notes,
      hint: "The customer sees them.",
      optional: true,
      rows: 2,
    }),
  ]}`;
}

/** The button that creates the draft, with what it creates. */
function renderCreation(account: OperatorAccount, plan: TypedPlan): Html | null {
  if (plan.outcome !== "planned") return null;
  const { lines, mark } = plan;
  const create = renderButton({
    text: `Create draft for ${account.name}`,
    kind: "primary",
    name: "step",
    value: "create",
    form: typedFormId,
  });
  return html`<p><strong>${texts.plan.ready(
    lines.length,
    formatMoney(sumLineTotals(lines)),
  )}</strong></p>
<p>The customer has these prices for ${priceLifeDays} days, and can confirm the draft for ${draftLifeDays}.</p>
<input type="hidden" name="mark" value="${mark}" form="${typedFormId}">
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
        texts.plan.open(plan.rows),
        "Choose an offer, or correct or remove the row. Then check the lines again.",
      );
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
  { checked, plan }: TypedDraft,
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
  const creation = plan && renderCreation(account, plan);
  const card = renderCard({
    title: texts.table.title,
    body: html`${table}${notes}`,
    ...(creation === null ? {} : { foot: creation }),
  });
  return html`<div class="stack" id="${resultsId}">
${plan && renderObstacle(plan)}${card}</div>
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

/** The form as it was sent, with its lines checked now. */
async function answerChecked(
  context: ConsoleContext,
  visit: Visit,
  account: OperatorAccount,
  draft: TypedDraft,
  more: {
    readonly faults?: readonly FieldFault[];
    readonly notice?: Html;
    readonly status: 200 | 409 | 422;
  },
): Promise<Answer> {
  const { form, now } = visit;
  const { status, notice, faults = [] } = more;
  const state = { value: form.text, faults };
  const checked = await renderChecked(context, account, draft, state, now);
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
      const draft = await checkTypedDraft(context, { ...typed, accountId, now });
      return answerChecked(context, visit, account, draft, { notice, status: 409 });
    }
    case "changed": {
      const notice = renderNotice(
        "short",
        "Draft not created: the lines, prices or stock changed since you checked them",
        "Check lines, prices and stock below. Then create the draft.",
      );
      return answerChecked(context, visit, account, outcome, { notice, status: 409 });
    }
  }
}

/** With `quote`, the lines are those of that quote request. */
export const showNewDraft: Handler<OperatorAccount> = async ({ db }, visit, account) => {
  if (account.suspendedAt !== null) return refuseSuspended(account, visit);
  const id = readUuid(visit.query, "quote");
  const quote = id === null ? undefined : await selectQuoteRequest(db, id, account.accountId);
  const state = freshForm(quote && writeQuoteRequest(quote));
  const long = quote && renderLongRemarks(quote);
  const shown = { state, formId: newId(), ...(long && { notice: long }) };
  return answerPage(renderNewDraft(account, shown));
};

/** Checks the lines, or creates the draft of lines that were checked. */
export const sendNewDraft: Handler<OperatorAccount> = async (context, visit, account) => {
  const { form, now } = visit;
  if (account.suspendedAt !== null) return refuseSuspended(account, visit);
  const typed = readTypedForm(form);
  const { faults } = typed;
  if (faults.some(({ field }) => field === "lines")) {
    const state = { value: form.text, faults };
    return answerPage(renderNewDraft(account, { state, formId: form.text("form") }), 422);
  }
  if (form.text("step") === "create" && faults.length === 0) {
    return create(context, visit, account, typed);
  }
  const { accountId } = account;
  const draft = await checkTypedDraft(context, { ...typed, accountId, now });
  const isRefused = faults.length > 0 || draft.checked.outcome === "refused";
  return answerChecked(context, visit, account, draft, { faults, status: isRefused ? 422 : 200 });
};
