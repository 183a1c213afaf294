// The state of a node that all of its workers see immediately.

const phases = ["starting", "serving", "stopping"] as const;

type Phase = (typeof phases)[number];

export type NodeState = {
  /**
   * A node starts, serves and stops; workers are ready only while it serves. While it stops, each
   * answer closes its connection.
   */
  enter(phase: Exclude<Phase, "starting">): void;
  phase(): Phase;
  /** Sets whether a worker, counted from 0, answers requests. */
  setServing(worker: number, isServing: boolean): void;
  countServing(): number;
};

const phasePlace = 0;
const firstWorker = 1;

export function createStateMemory(workers: number): SharedArrayBuffer {
  return new SharedArrayBuffer((firstWorker + workers) * Int32Array.BYTES_PER_ELEMENT);
}

export function openNodeState(memory: SharedArrayBuffer): NodeState {
  const state = new Int32Array(memory);
  const serving = state.subarray(firstWorker);
  return {
    enter: (phase) => void Atomics.store(state, phasePlace, phases.indexOf(phase)),
    phase: () => phases[Atomics.load(state, phasePlace)] ?? "stopping",
    setServing: (worker, isServing) => void Atomics.store(serving, worker, Number(isServing)),
    countServing: () => serving.reduce((sum, _, worker) => sum + Atomics.load(serving, worker), 0),
  };
}
