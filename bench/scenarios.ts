// The requests of each scenario, and the CPU time that they may take.
import { createDemoRandom } from "../src/demo/demoRandom.ts";
import type { Client } from "./client.ts";
import type { OrderableOffer, Samples } from "./samples.ts";

export const scenarioNames = ["L50", "L1", "N5", "O3"] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** `targetCpuMs` is of node and PostgreSQL together, per request. */
export type Scenario = {
  readonly name: ScenarioName;
  readonly description: string;
  readonly path: "catalog" | "orders";
  readonly targetCpuMs: number;
  /** Bodies for a measurement, all different. Parts of orders are looked up immediately before. */
  readonly writeBodies: (samples: Samples, client: Client) => Promise<string[]>;
};

const lookupsOf50 = 4_000;
const lookupsOf1 = 16_000;
const nameLookups = 2_000;
const orders = 4_000;

/** True for the name of a scenario. */
export function isScenarioName(name: string): name is ScenarioName {
  return scenarioNames.some((known) => known === name);
}

/** Splits values into `count` groups of `size`, starting again at the end. */
function groupsOf<Value>(values: readonly Value[], size: number, count: number): Value[][] {
  return Array.from({ length: count }, (_, group) =>
    Array.from({ length: size }, (__, place) => {
      return values[(group * size + place) % values.length] as Value;
    }),
  );
}

async function writeNumberLookups(samples: Samples, size: number, count: number) {
  const groups = groupsOf(samples.partNumbers, size, count);
  return groups.map((part_numbers) => JSON.stringify({ part_numbers }));
}

/** Writes names as people do: as in the catalog, in natural order, or with an incomplete word. */
async function writeNameLookups(samples: Samples): Promise<string[]> {
  const random = createDemoRandom(5);
  const groups = groupsOf(samples.partNames, 5, nameLookups);
  return groups.map((names) => {
    const part_names = names.map((name) => {
      const form = random.between(1, 3);
      if (form === 1) return name;
      return form === 2 ? name.toLowerCase().split(",").reverse().join(" ") : name.slice(0, -1);
    });
    return JSON.stringify({ part_names });
  });
}

function identify(offer: Omit<OrderableOffer, "partNumber" | "quantity">, number: string): string {
  return [number, offer.vendor, offer.condition, offer.unitOfMeasure].join("\n");
}

async function lookUpPartIds(
  offers: readonly OrderableOffer[],
  client: Client,
): Promise<Map<string, string>> {
  const partIds = new Map<string, string>();
  for (const group of groupsOf(offers, 50, Math.ceil(offers.length / 50))) {
    const part_numbers = group.map((offer) => offer.partNumber);
    const { body } = await client.post("catalog", JSON.stringify({ part_numbers }));
    for (const part of JSON.parse(body).found_parts) {
      const offer = { ...part, unitOfMeasure: part.unit_of_measure };
      partIds.set(identify(offer, part.part_number), part.part_id);
    }
  }
  return partIds;
}

async function writeOrders(samples: Samples, client: Client): Promise<string[]> {
  const partIds = await lookUpPartIds(samples.offers, client);
  return groupsOf(samples.offers, 3, orders).map((lines, index) =>
    JSON.stringify({
      po_number: `PO-${index}`,
      items: lines.map((offer) => {
        const part_id = partIds.get(identify(offer, offer.partNumber));
        if (part_id === undefined) throw new Error(`${offer.partNumber} was not found.`);
        return { part_id, quantity: offer.quantity };
      }),
    }),
  );
}

/** In the order of measurement. */
export const scenarios: readonly Scenario[] = [
  {
    name: "L50",
    description: "50 random part numbers",
    path: "catalog",
    targetCpuMs: 0.45,
    writeBodies: (samples) => writeNumberLookups(samples, 50, lookupsOf50),
  },
  {
    name: "L1",
    description: "1 random part number",
    path: "catalog",
    targetCpuMs: 0.09,
    writeBodies: (samples) => writeNumberLookups(samples, 1, lookupsOf1),
  },
  {
    name: "N5",
    description: "5 part names",
    path: "catalog",
    targetCpuMs: 0.8,
    writeBodies: writeNameLookups,
  },
  {
    name: "O3",
    description: "an order of 3 lines",
    path: "orders",
    targetCpuMs: 1.2,
    writeBodies: writeOrders,
  },
];
