// The state of a node that each of its workers must know at once.

export type NodeState = {
  /** From now on, no worker is ready, and each answer closes its connection. */
  stop(): void;
  isStopping(): boolean;
  /** Says whether a worker, counted from 0, answers requests. */
  setServing(worker: number, isServing: boolean): void;
  countServing(): number;
};

const stopping = 0;
const firstWorker = 1;

export function createStateMemory(workers: number): SharedArrayBuffer {
  return new SharedArrayBuffer((firstWorker + workers) * Int32Array.BYTES_PER_ELEMENT);
}

export function openNodeState(memory: SharedArrayBuffer): NodeState {
  const state = new Int32Array(memory);
  const serving = state.subarray(firstWorker);
  return {
    stop: () => void Atomics.store(state, stopping, 1),
    isStopping: () => Atomics.load(state, stopping) === 1,
    setServing: (worker, isServing) => void Atomics.store(serving, worker, Number(isServing)),
    countServing: () => serving.reduce((sum, _, worker) => sum + Atomics.load(serving, worker), 0),
  };
}
