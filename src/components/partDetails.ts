import { formatNsn, type ListedOffer } from "../catalog/search/listedOffer.ts";
import { renderDefinitions } from "../html/definitions.ts";
import { type Content, html } from "../html/html.ts";

type Texts = Pick<ListedOffer, "manufacturer" | "cage" | "nsn" | "description">;

/** What the offers of a part say about it, each text from the first that has it; null if none. */
export function renderPartDetails(offers: readonly Texts[]): Content {
  const first = (field: keyof Texts) =>
    offers.map((offer) => offer[field]).find((text) => text !== null) ?? null;
  const description = first("description");
  const facts = [
    { term: "Manufacturer", value: first("manufacturer") },
    { term: "CAGE", value: first("cage") },
    { term: "NSN", value: formatNsn(first("nsn")) },
  ].filter(({ value }) => value !== null);
  if (description === null && facts.length === 0) return null;
  return html`<h2>Part details</h2>
${description === null ? null : html`<p class="prose">${description}</p>\n`}${
  facts.length === 0 ? null : renderDefinitions(facts)
}`;
}
