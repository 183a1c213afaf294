import type { OfferTexts } from "../catalog/offerTexts.ts";
import { formatAmount, parseCurrency } from "../money.ts";
import type { DemoPack } from "./demoKind.ts";
import type { DemoPart } from "./demoPart.ts";
import type { DemoRandom } from "./demoRandom.ts";
import { overseasVendor } from "./demoVendors.ts";

// Percent of the price of a new part.
const valueByCondition: ReadonlyMap<string, number> = new Map([
  ["NE", 100],
  ["NS", 88],
  ["OH", 64],
  ["RP", 52],
  ["SV", 46],
  ["AR", 21],
]);

type Position = { readonly vendor: string; readonly condition: string };

function drawPositions(part: DemoPart, random: DemoRandom): Position[] {
  const count = random.chance(0.31) ? random.pick([2, 2, 2, 3, 3, 4, 5]) : 1;
  const positions = new Map<string, Position>();
  while (positions.size < count) {
    const vendor = random.pickName(part.shelf.vendors);
    const condition = random.pickName(part.shelf.conditions);
    positions.set(`${vendor}\n${condition}`, { vendor, condition });
  }
  return [...positions.values()];
}

/** Rounds to $5 from $1,000, and to 50 cents from $100. */
function roundPrice(cents: number): number {
  const step = cents >= 100_000 ? 500 : cents >= 10_000 ? 50 : 1;
  return Math.max(1, Math.round(cents / step) * step);
}

function drawPrice(
  part: DemoPart,
  { vendor, condition }: Position,
  random: DemoRandom,
): { price: string; currency: string } {
  const share = (valueByCondition.get(condition) ?? 100) * random.between(88, 118);
  const cents = roundPrice((part.cents * share) / 10_000);
  const inYen = vendor === overseasVendor && random.chance(0.3);
  const code = vendor !== overseasVendor ? "USD" : inYen ? "JPY" : "EUR";
  const currency = parseCurrency(code);
  if (currency === undefined) throw new Error(`${code} is not in the table of currencies`);
  // A cent is about one and a half yen, and about 0.92 of a euro cent.
  const minor = inYen ? Math.ceil(cents * 1.5) : Math.ceil(code === "EUR" ? cents * 0.92 : cents);
  return { price: formatAmount({ minor: BigInt(minor), currency }), currency };
}

function drawStatus(part: DemoPart, random: DemoRandom): string {
  if (part.texts.superseded_by !== "") return "SUPERSEDED";
  if (random.chance(0.025)) return "ON_HOLD";
  return random.chance(0.03) ? "DISCONTINUED" : "ACTIVE";
}

function drawStock(part: DemoPart, pack: DemoPack, status: string, random: DemoRandom): number {
  if (status === "DISCONTINUED" || random.chance(0.175)) return 0;
  const unit = random.unit();
  const stock = 1 + Math.floor(part.shelf.maxStock * unit * unit * unit);
  return Math.max(pack.minQuantity, stock - (stock % pack.multiple));
}

/** A few batches expired long ago; the others expire in the distant future. */
function drawExpiry(part: DemoPart, random: DemoRandom): string {
  if (!part.shelf.perishable) return "";
  const year = random.chance(0.06) ? random.between(2017, 2022) : random.between(2036, 2039);
  const month = String(random.between(1, 12)).padStart(2, "0");
  return `${year}-${month}-${String(random.between(1, 28)).padStart(2, "0")}`;
}

/** Draws the offers of a part; no two have the same vendor, condition and unit of measure. */
export function drawOffers(part: DemoPart, random: DemoRandom): OfferTexts[] {
  const pack = random.pickWeighted(part.shelf.packs);
  const [minDays, maxDays] = part.shelf.leadTimeDays;
  return drawPositions(part, random).map((position) => {
    const status = drawStatus(part, random);
    return {
      ...part.texts,
      ...position,
      available_stock: String(drawStock(part, pack, status, random)),
      ...drawPrice(part, position, random),
      status,
      min_quantity: String(pack.minQuantity),
      multiple: String(pack.multiple),
      lots: "",
      lead_time_days: random.chance(0.85) ? String(random.between(minDays, maxDays)) : "",
      certificate: position.condition === "AR" ? "" : random.pickName(part.shelf.certificates),
      shelf_life_expires: drawExpiry(part, random),
      zero_price_is_free: "",
    };
  });
}
