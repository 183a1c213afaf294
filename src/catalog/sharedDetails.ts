import { renderCard } from "../kit/html/card.ts";
import { renderDefinitions } from "../kit/html/definitions.ts";
import { type Content, html } from "../kit/html/html.ts";
import { manufacturerKey } from "./manufacturer.ts";
import { type OfferFacts, partDetails, showFact } from "./offerFacts.ts";
import { describeManufacturer } from "./sharedOffers.ts";

type Texts = OfferFacts & { readonly description: string | null };

/** What offers say about a part, each text from the first that has it; null if none. */
function renderDetails(offers: readonly Texts[], heading: string): Content {
  const first = (field: keyof Texts) =>
    offers.map((offer) => offer[field]).find((text) => text !== null) ?? null;
  const description = first("description");
  const facts = partDetails.flatMap(({ column, property, label }) => {
    const stored = first(property);
    return stored === null ? [] : [{ term: label, value: showFact(column, stored) }];
  });
  if (description === null && facts.length === 0) return null;
  const text = description === null ? null : html`<p class="prose">${description}</p>\n`;
  const body = html`${text}${facts.length === 0 ? null : renderDefinitions(facts)}`;
  return renderCard({ title: heading, body });
}

/** What the offers of a number say about it, for each manufacturer if several make it. */
export function renderPartDetails(offers: readonly Texts[]): Content {
  const groups = Map.groupBy(offers, manufacturerKey);
  groups.delete("");
  if (groups.size < 2) return renderDetails(offers, "Part details");
  return [...groups.values()].map((made) => {
    const [first] = made;
    const name = first && describeManufacturer(first);
    return renderDetails(made, `Part details: ${name}`);
  });
}
