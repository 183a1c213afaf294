// What a buyer writes to a whole order.

/**
 * The number of the buyer's purchase order, the ship-to address, with its lines, and notes.
 * Null: nothing.
 */
export type OrderTexts = {
  readonly poNumber: string | null;
  readonly shipTo: string | null;
  readonly notes: string | null;
};

export const noOrderTexts: OrderTexts = { poNumber: null, shipTo: null, notes: null };

export function pickOrderTexts({ poNumber, shipTo, notes }: OrderTexts): OrderTexts {
  return { poNumber, shipTo, notes };
}
