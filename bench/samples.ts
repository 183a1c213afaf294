// The content of requests, drawn from the loaded catalog with a fixed seed.
import type { Client } from "pg";
import { createDemoRandom } from "../src/demo/demoRandom.ts";
import { nearestAllowedQuantity } from "../src/prices/orderTerms.ts";

/** An offer that can be ordered, and its minimum quantity. */
export type OrderableOffer = {
  readonly partNumber: string;
  readonly vendor: string;
  readonly condition: string;
  readonly unitOfMeasure: string;
  readonly quantity: number;
};

/** Each in random order. */
export type Samples = {
  readonly partNumbers: readonly string[];
  readonly partNames: readonly string[];
  readonly offers: readonly OrderableOffer[];
};

const seed = 4_711;
const maxNumbers = 250_000;
const maxOffers = 15_000;

/** Shuffles the values with the fixed seed (Fisher-Yates). */
function shuffle<Value>(values: readonly Value[]): Value[] {
  const random = createDemoRandom(seed);
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.between(0, last);
    [shuffled[last], shuffled[other]] = [shuffled[other] as Value, shuffled[last] as Value];
  }
  return shuffled;
}

async function selectColumn(client: Client, text: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text, rowMode: "array" });
  return rows.map(([value]) => value);
}

type OrderableRow = Omit<OrderableOffer, "quantity"> & {
  readonly minQuantity: number;
  readonly multiple: number;
  readonly stock: number;
};

async function selectOrderable(client: Client): Promise<OrderableOffer[]> {
  const { rows } = await client.query<OrderableRow>(
    `select part_number as "partNumber", vendor, condition, unit_of_measure as "unitOfMeasure",
        min_quantity as "minQuantity", multiple, available_stock as stock
      from offers
      where status = 'ACTIVE' and list_price is not null and currency = 'USD'
        and shelf_life_expires is null and available_stock > 0
      order by hashint8extended(offer_id, 0) limit $1`,
    [maxOffers],
  );
  return rows
    .map(({ minQuantity, multiple, stock, ...offer }) => {
      const quantity = nearestAllowedQuantity(1, { minQuantity, multiple });
      return { ...offer, quantity, stock };
    })
    .filter((offer) => offer.quantity <= offer.stock);
}

/** Draws samples from the whole catalog. */
export async function drawSamples(client: Client): Promise<Samples> {
  const numbers = await selectColumn(
    client,
    "select min(part_number) from offers group by part_number_key order by part_number_key",
  );
  const names = await selectColumn(
    client,
    `select part_name from offers where part_name is not null
      group by part_name order by part_name`,
  );
  return {
    partNumbers: shuffle(numbers).slice(0, maxNumbers),
    partNames: shuffle(names),
    offers: shuffle(await selectOrderable(client)),
  };
}
