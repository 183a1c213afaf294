// Slots that limit what all workers of a node do at the same time.

export type SharedSlots = {
  /** Takes a slot; false if the node has none left. */
  take(): boolean;
  release(): void;
};

export function createSlotMemory(workers: number): SharedArrayBuffer {
  return new SharedArrayBuffer(workers * Int32Array.BYTES_PER_ELEMENT);
}

/** Opens the `max` slots of a node for one worker; `worker` counts from 0. */
export function openSharedSlots(
  memory: SharedArrayBuffer,
  worker: number,
  max: number,
): SharedSlots {
  const taken = new Int32Array(memory);
  const count = (): number => taken.reduce((sum, _, place) => sum + Atomics.load(taken, place), 0);
  return {
    take() {
      Atomics.add(taken, worker, 1);
      if (count() <= max) return true;
      Atomics.sub(taken, worker, 1);
      return false;
    },
    release: () => void Atomics.sub(taken, worker, 1),
  };
}

/** Releases all slots of a worker that has ended. */
export function releaseSlots(memory: SharedArrayBuffer, worker: number): void {
  Atomics.store(new Int32Array(memory), worker, 0);
}
