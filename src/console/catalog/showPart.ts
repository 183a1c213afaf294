// /console/catalog/parts/:number: the offers of a part, what imports and hands did to them, and how
// the interface returns it.
import { selectTradeCodes } from "../../catalog/codeQueries.ts";
import { type CatalogPart, viewCatalogPart } from "../../catalog/viewCatalogPart.ts";
import { formatMoney } from "../../html/amount.ts";
import { writeDefinitions } from "../../html/definitions.ts";
import { type Content, type Html, html } from "../../html/html.ts";
import { writeMoment } from "../../html/moment.ts";
import { writeTable } from "../../html/table.ts";
import { writeTabs } from "../../html/tabs.ts";
import type { Answer } from "../../http/visit.ts";
import { offerColumns } from "../../views/offerColumns.ts";
import { writeInstead } from "../../views/writeInstead.ts";
import {
  describeLeadTime,
  describeTerms,
  nameOffer,
  writeOfferStatus,
  writeStock,
} from "../../views/writeStock.ts";
import type { ConsoleContext } from "../consoleContext.ts";
import type { Visit } from "../consoleServer.ts";
import { catalogRoles, isAmong } from "../everyRole.ts";
import {
  catalogAddress,
  catalogPartAddress,
  linkCatalogPart,
  offerAddress,
} from "./catalogAddress.ts";
import { showApiAnswer } from "./showApiAnswer.ts";
import { writePartHistory } from "./writePartHistory.ts";

const longestNumber = 200;
const views = { offers: "Offers", history: "History", api: "As the API returns it" } as const;
type View = keyof typeof views;

function readView(text: string): View {
  return text === "history" || text === "api" ? text : "offers";
}

function writeOffers(
  { offers }: CatalogPart,
  names: ReadonlyMap<string, string>,
  verb: string,
): Html {
  return writeTable({
    caption: "Offers of this part",
    columns: [...offerColumns, { title: "Actions", kind: "actions" }],
    rows: offers.map((offer) => ({
      cells: [
        `${offer.condition} ${names.get(offer.condition) ?? ""}`,
        html`${offer.vendor} ${writeOfferStatus(offer, linkCatalogPart)}`,
        writeStock(offer),
        html`<span class="quiet">${writeMoment(offer.updatedAt)}</span>`,
        describeLeadTime(offer.leadTimeDays),
        describeTerms(offer),
        formatMoney({ minor: offer.listPrice, currency: offer.currency }),
        html`<a href="${offerAddress(offer.offerId)}"
 aria-label="${verb} ${nameOffer(offer)}">${verb}</a>`,
      ],
    })),
  });
}

function writeAbout({ offers }: CatalogPart): Content {
  const first = (field: "manufacturer" | "cage" | "nsn" | "description") =>
    offers.map((offer) => offer[field]).find((text) => text !== null) ?? null;
  const terms = { Manufacturer: "manufacturer", CAGE: "cage", NSN: "nsn" } as const;
  const facts = Object.entries(terms).flatMap(([term, field]) => {
    const value = first(field);
    return value === null ? [] : [{ term, value }];
  });
  const description = first("description");
  if (description === null && facts.length === 0) return null;
  return html`<h2>About the part</h2>
${description === null ? null : html`<p class="prose">${description}</p>\n`}${
  facts.length === 0 ? null : writeDefinitions(facts)
}`;
}

/** GET /console/catalog/parts/:number. */
export async function showPart(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { db } = context;
  const number = visit.param("number").slice(0, longestNumber);
  const part = await viewCatalogPart(db, number, visit.now);
  const [offer] = part?.offers ?? [];
  if (part === undefined || offer === undefined) return { kind: "nothing" };
  const view = readView(visit.query.text("view"));
  const { partNumber } = offer;
  const tabs = (Object.keys(views) as View[]).map((name) => ({
    href: catalogPartAddress(partNumber, name === "offers" ? undefined : name),
    text: views[name],
    current: name === view,
  }));
  async function writeView(): Promise<{ body: Html; status?: 422 }> {
    if (view === "history") return { body: await writePartHistory(db, partNumber) };
    if (view === "api") return showApiAnswer(context, visit, partNumber);
    const { conditions } = await selectTradeCodes(db);
    const names = new Map(conditions.map(({ code, name }) => [code, name]));
    const verb = isAmong(catalogRoles, visit.signedIn.operator.role) ? "Edit" : "Show";
    const shown = part ?? { offers: [], instead: [] };
    const instead = writeInstead(shown.instead, linkCatalogPart);
    return { body: html`${writeOffers(shown, names, verb)}${instead}${writeAbout(shown)}` };
  }
  const { body, status } = await writeView();
  return {
    kind: "page",
    ...(status === undefined ? {} : { status }),
    page: {
      title: partNumber,
      sentence: offer.title ?? offer.partName ?? "",
      above: { href: catalogAddress, text: "Catalog" },
      body: html`${writeTabs("Views of the part", tabs)}${body}`,
    },
  };
}
