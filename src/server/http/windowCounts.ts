// Counts per window of time and key, in memory that all workers of a node share. Invariant: no
// concurrent count is lost. The memory is bounded; each worker counts keys beyond it separately.
import { hash } from "node:crypto";

export type WindowCounts = {
  /**
   * Counts one request of `key` and returns the count of the window. Windows are numbered from
   * 1970.
   */
  add(window: number, key: string): number;
};

/** The number of keys per window in shared memory; a power of two. */
const defaultSlots = 65_536;
/** A key is searched for in this many slots. */
const maxProbes = 64;

/** Two windows are stored, because requests near the end of one may be counted in either. */
const generations = 2;
/** Marks a generation that is being emptied. */
const emptying = -1;
/** Emptying takes less than a millisecond. After this time another worker takes over. */
const maxEmptyingMs = 50;

const idBytes = BigInt64Array.BYTES_PER_ELEMENT;
const countBytes = Int32Array.BYTES_PER_ELEMENT;

/** Creates the memory of one limit, in which all workers open their counts. */
export function createWindowMemory(slots = defaultSlots): SharedArrayBuffer {
  return new SharedArrayBuffer(generations * (slots * (idBytes + countBytes) + countBytes));
}

type Generation = {
  /** One element: the window counted in this generation. */
  readonly window: Int32Array;
  /** The key of each slot, as 64 bits of a hash; 0 means none. */
  readonly ids: BigInt64Array;
  readonly counts: Int32Array;
};

function openGenerations(memory: SharedArrayBuffer): readonly Generation[] {
  const slots = Math.floor(memory.byteLength / generations / (idBytes + countBytes));
  const countsStart = generations * slots * idBytes;
  const windowsStart = countsStart + generations * slots * countBytes;
  return Array.from({ length: generations }, (_, place) => ({
    ids: new BigInt64Array(memory, place * slots * idBytes, slots),
    counts: new Int32Array(memory, countsStart + place * slots * countBytes, slots),
    window: new Int32Array(memory, windowsStart + place * countBytes, 1),
  }));
}

/** Assigns a generation to `window`: one worker empties it, and the others wait. */
function turnTo({ window: current, ids, counts }: Generation, window: number): void {
  for (;;) {
    const found = Atomics.load(current, 0);
    if (found === window) return;
    if (found === emptying) {
      const ended = Atomics.wait(current, 0, emptying, maxEmptyingMs);
      if (ended !== "timed-out") continue;
    } else if (Atomics.compareExchange(current, 0, found, emptying) !== found) continue;
    ids.fill(0n);
    counts.fill(0);
    Atomics.store(current, 0, window);
    Atomics.notify(current, 0);
  }
}

/** Finds the slot of a key, or takes a free one; -1 if there is none. */
function findSlot(ids: BigInt64Array, id: bigint): number {
  const start = Number(BigInt.asUintN(32, id));
  for (let probe = 0; probe < maxProbes; probe += 1) {
    const slot = (start + probe) % ids.length;
    const found = Atomics.load(ids, slot) || Atomics.compareExchange(ids, slot, 0n, id);
    if (found === 0n || found === id) return slot;
  }
  return -1;
}

function identify(key: string): bigint {
  return hash("sha256", key, "buffer").readBigInt64LE() || 1n;
}

/** Opens the counts in `memory`; each worker opens its own. */
export function openWindowCounts(memory: SharedArrayBuffer): WindowCounts {
  const opened = openGenerations(memory);
  /**
   * What this worker knows about the window: the slot of each key, and the counts of keys without
   * one.
   */
  const slots = new Map<string, number>();
  const beyond = new Map<string, number>();
  let known = Number.NaN;

  return {
    add(window, key) {
      const generation = opened[window % generations] as Generation;
      if (window !== known || Atomics.load(generation.window, 0) !== window) {
        turnTo(generation, window);
        known = window;
        slots.clear();
        beyond.clear();
      }
      let slot = slots.get(key);
      if (slot === undefined) {
        slot = findSlot(generation.ids, identify(key));
        slots.set(key, slot);
      }
      if (slot >= 0) return Atomics.add(generation.counts, slot, 1) + 1;
      const count = (beyond.get(key) ?? 0) + 1;
      beyond.set(key, count);
      return count;
    },
  };
}
