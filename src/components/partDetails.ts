import type { ListedOffer } from "../catalog/search/listedOffer.ts";
import { renderDefinitions } from "../html/definitions.ts";
import { type Content, html } from "../html/html.ts";

type Texts = Pick<ListedOffer, "manufacturer" | "cage" | "nsn" | "description">;

/** The 13 digits of an NSN as people write them: 0000-00-006-5152. */
function formatNsn(nsn: string | null): string | null {
  return nsn?.replace(/^(\d{4})(\d{2})(\d{3})(\d{4})$/, "$1-$2-$3-$4") ?? null;
}

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
