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
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { renderTable } from "../../html/table.ts";
import { renderTabs } from "../../html/tabs.ts";
import { answerPage } from "../../site/visit.ts";
import { catalogManagers, mayUse } from "../access.ts";
import { linkCatalogPart, offerAddress, partAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import type { PartWithOffers } from "../loaders.ts";
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

export const showPart: Handler<PartWithOffers> = async (context, visit, part) => {
  const { db } = context;
  const view = readView(visit.query.text("view"));
  const { partNumber, title, partName } = part.firstOffer;
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
      body: html`${renderOffers(part, names, verb)}${instead}${renderPartDetails(part.offers)}`,
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
