import { formatAddress } from "../kit/html/pager.ts";
import type { Fields } from "../kit/site/fields.ts";
import type { OfferId } from "./partId.ts";
import type { PartSearch } from "./search/findParts.ts";
import type { OfferPlace } from "./search/listedOffer.ts";

const longest = { text: 200, condition: 20, vendor: 200, after: 4_000 } as const;

function readFilter(query: Fields, name: "condition" | "vendor"): string | null {
  const text = query.text(name).trim();
  return text === "" || text.length > longest[name] ? null : text;
}

function isPlace(value: unknown): value is [string, string, string, string, OfferId] {
  if (!Array.isArray(value) || value.length !== 5) return false;
  const [id, ...texts] = value.toReversed() as unknown[];
  const areTexts = texts.every(
    (one) => typeof one === "string" && one.isWellFormed() && !one.includes("\0"),
  );
  return areTexts && Number.isSafeInteger(id);
}

/** A place written by `renderPlace`; any other text means the beginning. */
function readPlace(text: string): OfferPlace | null {
  if (text === "" || text.length > longest.after) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (!isPlace(value)) return null;
    const [partNumberKey, vendor, condition, unitOfMeasure, offerId] = value;
    return { partNumberKey, vendor, condition, unitOfMeasure, offerId };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function renderPlace(offer: OfferPlace): string {
  const { partNumberKey, vendor, condition, unitOfMeasure, offerId } = offer;
  const place = [partNumberKey, vendor, condition, unitOfMeasure, offerId];
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readPartsFilter(query: Fields): PartSearch {
  const text = Array.from(query.text("q").trim()).slice(0, longest.text).join("");
  return {
    text: text.toWellFormed(),
    inStock: query.text("stock") === "yes",
    condition: readFilter(query, "condition"),
    vendor: readFilter(query, "vendor"),
    after: readPlace(query.text("after")),
  };
}

export function formatPartsFilter(
  path: string,
  asked: Partial<PartSearch> & { readonly text: string },
): string {
  const { text, inStock = false, condition, vendor, status, after } = asked;
  const place = after == null ? null : renderPlace(after);
  const stock = inStock ? "yes" : null;
  return formatAddress(path, { q: text, condition, vendor, status, stock, after: place });
}
