// The lines that an edit removed from a draft, as its event has them, so that they can be restored
// at their place and price.
import type { OfferId } from "../../catalog/partId.ts";
import {
  type Money,
  parseAmount,
  parseCurrency,
  toWireMoney,
  type WireMoney,
} from "../../money.ts";
import type { StoredLine } from "../order.ts";

/** `lineNumber` counts from 1, before the edit. */
export type PlacedLine = { readonly lineNumber: number; readonly line: StoredLine };

/** As JSON has it. */
export type RemovedLine = Omit<
  StoredLine,
  "offerId" | "listPrice" | "unitPrice" | "lineTotal" | "pricedAt"
> & {
  readonly lineNumber: number;
  readonly offerId: number;
  readonly listPrice: WireMoney | null;
  readonly unitPrice: WireMoney;
  readonly lineTotal: WireMoney;
  readonly pricedAt: string;
};

export function writeRemovedLine({ lineNumber, line }: PlacedLine): RemovedLine {
  return {
    ...line,
    lineNumber,
    listPrice: line.listPrice && toWireMoney(line.listPrice),
    unitPrice: toWireMoney(line.unitPrice),
    lineTotal: toWireMoney(line.lineTotal),
    pricedAt: line.pricedAt.toISOString(),
  };
}

function readMoney({ amount, currency }: WireMoney): Money {
  const code = parseCurrency(currency);
  const minor = code && parseAmount(amount, code);
  if (code === undefined || minor === undefined) {
    throw new Error(`An order event has an amount that cannot be read: ${amount} ${currency}.`);
  }
  return { minor, currency: code };
}

export function readRemovedLine({ lineNumber, ...line }: RemovedLine): PlacedLine {
  return {
    lineNumber,
    line: {
      ...line,
      offerId: line.offerId as OfferId,
      listPrice: line.listPrice && readMoney(line.listPrice),
      unitPrice: readMoney(line.unitPrice),
      lineTotal: readMoney(line.lineTotal),
      pricedAt: new Date(line.pricedAt),
    },
  };
}
