// What stock should be after a history, computed from counts and orders by their times alone.
import type { StockMode } from "../../src/catalog/feedStock.ts";
import type { RunId } from "../../src/imports/run.ts";
import type { StockCounts } from "./orderFixture.ts";

/** How much somebody found on hand, and in which minute. */
type Count = { readonly quantity: number; readonly at: number };

/** A confirmed order: the minutes in which it was confirmed and ended. */
export type ModelOrder = {
  readonly quantity: number;
  readonly confirmedAt: number;
  endedAt: number | null;
  isShipped: boolean;
};

/**
 * A run that changed what is on hand, and can be reverted. `isRevert`: it brought back what a run
 * had changed, so reverting it puts that run into effect again.
 */
type ModelRun = {
  readonly runId: RunId;
  readonly before: Count;
  readonly after: Count;
  readonly isRevert: boolean;
};

export class StockModel {
  readonly orders: ModelOrder[] = [];
  readonly runs: ModelRun[] = [];
  #count: Count;

  constructor(quantity: number, at: number) {
    this.#count = { quantity, at };
  }

  /** What orders shipped after a minute. */
  #shippedSince(at: number): number {
    return this.orders
      .filter(({ isShipped, endedAt }) => isShipped && endedAt !== null && endedAt > at)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** What orders had allocated at a minute. */
  #allocatedAt(at: number): number {
    return this.orders
      .filter(({ confirmedAt, endedAt }) => confirmedAt <= at && (endedAt === null || endedAt > at))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  #onHand({ quantity, at }: Count): number {
    return quantity - this.#shippedSince(at);
  }

  get counts(): StockCounts {
    const onHand = this.#onHand(this.#count);
    const allocated = this.#allocatedAt(Number.POSITIVE_INFINITY);
    return { onHand, allocated, available: Math.max(0, onHand - allocated) };
  }

  /** The count that a feed means. */
  countOf(quantity: number, mode: StockMode, at: number): Count {
    if (mode === "on-hand") return { quantity, at };
    const allocated = this.#allocatedAt(at);
    const knownThen = this.counts.onHand + this.#shippedSince(at);
    const saysNothingNew = quantity === 0 && knownThen <= allocated;
    return saysNothingNew ? this.#count : { quantity: quantity + allocated, at };
  }

  /** Applies a count; it is no run if it changes nothing. */
  apply(count: Count, runId: RunId | undefined): void {
    if (this.#onHand(count) === this.counts.onHand) return;
    if (runId === undefined) throw new Error("A count changed stock without a run.");
    this.runs.push({ runId, before: this.#count, after: count, isRevert: false });
    this.#count = count;
  }

  /**
   * Goes back to the count before the last run; the revert is a run that can be reverted. Without
   * `isRedo` nobody reverts it again, which is possible if no other run came into effect by it.
   */
  revertLast(revertId: RunId, isRedo: boolean): void {
    const last = this.runs.pop();
    if (last === undefined) throw new Error("There is no run to revert.");
    this.#count = last.before;
    if (!isRedo && !last.isRevert) return;
    const { before: after, after: before, isRevert } = last;
    this.runs.push({ runId: revertId, before, after, isRevert: !isRevert });
  }
}
