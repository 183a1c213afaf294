import type { AccountId } from "../../accounts/account.ts";
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import type { CatalogPart } from "../../catalog/loadCatalogPart.ts";
import {
  describeTerms,
  nameOffer,
  offerColumns,
  renderCertificates,
  renderLeadTime,
  renderListPrice,
  renderOfferStatus,
  renderReplacements,
  renderVendor,
} from "../../components/offerCells.ts";
import { renderPartDetails } from "../../components/partDetails.ts";
import { renderCard } from "../../html/card.ts";
import { renderTextField } from "../../html/field.ts";
import { type FormState, freshForm, renderButton, renderFaults } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { renderTable } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { answerPage, redirect } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { explanationAddress, linkCatalogPart, offerAddress, partAddress } from "../addresses.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { noAccountId, readText } from "../filters.ts";
import type { PartWithOffers } from "../loaders.ts";
import { type Choice, chooseAccount, renderPicker } from "../search/pickers.ts";
import { renderPartHistory } from "./renderPartHistory.ts";
import { renderStockCounts } from "./renderStockCounts.ts";
import { showApiAnswer } from "./showApiAnswer.ts";
import { texts } from "./texts.ts";

const views = ["offers", "history", "api"] as const;
type View = (typeof views)[number];

function readView(text: string): View {
  return text === "history" || text === "api" ? text : "offers";
}

function renderOffers(
  { offers }: CatalogPart,
  names: ReadonlyMap<string, string>,
  verb: string,
): Html {
  return renderTable({
    caption: texts.part.caption,
    columns: [...offerColumns, { title: texts.part.actions, kind: "actions" }],
    rows: offers.map((offer) => ({
      cells: [
        `${offer.condition} ${names.get(offer.condition) ?? ""}`,
        html`${renderVendor(offer)} ${renderOfferStatus(offer, linkCatalogPart)}`,
        renderCertificates(offer),
        renderStockCounts(offer),
        html`<span class="quiet">${renderAge(offer.updatedAt)}</span>`,
        renderLeadTime(offer),
        describeTerms(offer),
        renderListPrice(offer),
        html`<a href="${offerAddress(offer.offerId)}"
 aria-label="${verb} ${nameOffer(offer)}">${verb}</a>`,
      ],
    })),
  });
}

/** Asks for the account whose price is explained; `explaining` has what was typed. */
function renderExplaining(partNumber: string, explaining: FormState): Html {
  const form = html`<form class="filters" action="${partAddress(partNumber)}"
 aria-label="${texts.part.explain}">
${[
  renderPicker(explaining, "accounts", { name: "account", label: texts.part.account }),
  renderTextField(explaining, {
    name: "quantity",
    label: texts.part.quantity,
    digits: true,
    maxLength: 20,
  }),
  renderButton({ text: texts.part.explain }),
]}</form>
`;
  return renderCard({ title: texts.part.explain, body: html`${renderFaults(explaining)}${form}` });
}

type Explaining = { readonly account: Choice<AccountId>; readonly form: FormState };

/** The account that was typed to explain its price. */
async function readExplaining(
  { db }: ConsoleContext,
  { query }: Visit,
  partNumber: string,
): Promise<Explaining> {
  const quantity = readText(query, "quantity", 20) || "1";
  // The view of the API response has an account of its own.
  const typed = readView(query.text("view")) === "offers" ? readText(query, "account") : "";
  const account = await chooseAccount(db, typed, (id) =>
    explanationAddress(id, partNumber, quantity),
  );
  const isNone = account.id === noAccountId && account.question === null;
  const faults = isNone ? [{ field: "account", text: texts.part.noAccount(typed) }] : [];
  const form = { ...freshForm({ account: account.text, quantity }), prefix: "explain", faults };
  return { account, form };
}

export const showPart: Handler<PartWithOffers> = async (context, visit, part) => {
  const { db } = context;
  const view = readView(visit.query.text("view"));
  const { partNumber, title, partName } = part.firstOffer;
  const explaining = await readExplaining(context, visit, partNumber);
  const { id: accountId, question } = explaining.account;
  if (accountId !== null && accountId !== noAccountId) {
    const quantity = explaining.form.value("quantity");
    return redirect(explanationAddress(accountId, partNumber, quantity));
  }
  const tabs = views.map((name) => ({
    href: partAddress(partNumber, name === "offers" ? undefined : name),
    text: texts.part[name],
    current: name === view,
  }));
  async function renderView(): Promise<{ body: Html; status?: 422 }> {
    if (view === "history") return { body: await renderPartHistory(db, partNumber) };
    if (view === "api") return showApiAnswer(context, visit, partNumber);
    const { conditions } = await selectTradeCodes(db);
    const names = new Map(conditions.map(({ code, name }) => [code, name]));
    const verb = mayUse(catalogManagers, visit.signedIn) ? texts.part.edit : texts.part.show;
    const instead = renderReplacements(part.instead, linkCatalogPart);
    return {
      body: html`${question}${renderOffers(part, names, verb)}${instead}${renderPartDetails(
        part.offers,
      )}${renderExplaining(partNumber, explaining.form)}`,
      ...(explaining.form.faults.length > 0 && { status: 422 }),
    };
  }
  const { body, status } = await renderView();
  const page = {
    title: partNumber,
    sentence: title ?? partName ?? "",
    above: { href: "/console/catalog", text: texts.search.title },
    body: html`${renderTabs(texts.part.title, tabs)}${body}`,
  };
  return answerPage(page, status);
};
