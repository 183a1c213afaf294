import type { Queryable } from "../db/database.ts";
import {
  linkCatalogPart,
  offerAddress,
  partAddress,
  runAddress,
} from "../home/consoleAddresses.ts";
import type { Handler } from "../home/consoleContext.ts";
import type { PartWithOffers } from "../home/consoleLoaders.ts";
import { catalogManagers, mayUse } from "../kit/access.ts";
import { formatCount } from "../kit/html/amount.ts";
import { capitalize } from "../kit/html/capitalize.ts";
import { renderCard } from "../kit/html/card.ts";
import { type Content, type Html, html } from "../kit/html/html.ts";
import { renderAge, renderMoment } from "../kit/html/moment.ts";
import { renderRows, renderTable } from "../kit/html/table.ts";
import { renderTabs } from "../kit/html/tabs.ts";
import { answerPage } from "../kit/site/visit.ts";
import { selectHistoryStart } from "./changeQueries.ts";
import { selectTradeCodes } from "./codeQueries.ts";
import { formatField, renderStockCounts } from "./consoleFields.ts";
import type { CatalogPart } from "./loadCatalogPart.ts";
import { type HistoryEntry, listPartHistory, type PartHistory } from "./partHistory.ts";
import { renderPartDetails } from "./sharedDetails.ts";
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
} from "./sharedOffers.ts";

/** Per offer. */
const maxEntries = 100;

function nameRun({ runId, mode, fileName }: HistoryEntry): Html {
  if (mode === "edit") {
    return html`Edited, <a href="${runAddress(runId)}">run ${runId}</a>`;
  }
  const name = mode === "revert" ? "Reverted" : (fileName ?? "File");
  return html`${name}, <a href="${runAddress(runId)}">run ${runId}</a>`;
}

function renderFields({ action, fields, currencies }: HistoryEntry): Content {
  if (action === "deleted") return "Deleted";
  if (fields.length === 0) return html`<span class="quiet">no visible change</span>`;
  const { before, after } = currencies;
  return html`<ul class="plain">
${fields.map(
  (change) => html`<li>${change.field.replaceAll("_", " ")}: ${formatField(
    change.field,
    change.before,
    before,
  )} → ${formatField(change.field, change.after, after)}</li>
`,
)}</ul>`;
}

function renderOfferHistory(offer: PartHistory): Html {
  const { entries, createdRun } = offer;
  const origin =
    createdRun === null
      ? "without an import"
      : html`by <a href="${runAddress(createdRun)}">run ${createdRun}</a>`;
  const shown = entries.slice(0, maxEntries);
  const more =
    entries.length > shown.length
      ? html` ${formatCount(entries.length - shown.length)} older changes are not shown.`
      : null;
  const created = html`Created ${origin}.`;
  const table = renderRows(`Changes of ${nameOffer(offer)}`, shown, [
    { title: "When", kind: "words", cell: ({ at }) => renderAge(new Date(at)) },
    { title: "Source", kind: "text", cell: nameRun },
    { title: "Who", kind: "text", cell: ({ startedBy }) => startedBy },
    { title: "Changes", kind: "prose", cell: renderFields },
  ]);
  return renderCard({
    title: nameOffer(offer),
    body: html`${shown.length === 0 ? null : table}<p class="quiet">${created}${more}</p>
`,
  });
}

async function renderPartHistory(db: Queryable, partNumber: string): Promise<Html> {
  const [offers, start] = await Promise.all([
    listPartHistory(db, partNumber),
    selectHistoryStart(db),
  ]);
  const expired =
    start === null ? null : html` Changes before ${renderMoment(start)} have expired.`;
  return html`${offers.map(renderOfferHistory)}<p class="quiet">Stock that orders allocate or ship is not shown here.${expired}</p>
`;
}

const views = ["offers", "history"] as const;
type View = (typeof views)[number];

function readView(text: string): View {
  return text === "history" ? text : "offers";
}

function renderOffers(
  { offers }: CatalogPart,
  names: ReadonlyMap<string, string>,
  verb: string,
): Html {
  return renderTable({
    caption: "Offers of this part",
    columns: [...offerColumns, { title: "Actions", kind: "actions" }],
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

export const showPart: Handler<PartWithOffers> = async ({ db }, visit, part) => {
  const view = readView(visit.query.text("view"));
  const { partNumber, title, partName } = part.firstOffer;
  const tabs = views.map((name) => ({
    href: partAddress(partNumber, name === "offers" ? undefined : name),
    text: capitalize(name),
    current: name === view,
  }));
  async function renderOffersView(): Promise<Html> {
    const { conditions } = await selectTradeCodes(db);
    const names = new Map(conditions.map(({ code, name }) => [code, name]));
    const verb = mayUse(catalogManagers, visit.signedIn) ? "Edit" : "Show";
    const instead = renderReplacements(part.instead, linkCatalogPart);
    return html`${renderOffers(part, names, verb)}${instead}${renderPartDetails(part.offers)}`;
  }
  const body =
    view === "history" ? await renderPartHistory(db, partNumber) : await renderOffersView();
  return answerPage({
    title: partNumber,
    sentence: title ?? partName ?? "",
    above: { href: "/console/catalog", text: "Parts" },
    body: html`${renderTabs("Part", tabs)}${body}`,
  });
};
