// Reads that last several turns of the event loop. Each has a connection, and so a transaction, of
// its own, so that other reads see newer states meanwhile.
import {
  createNewestView,
  type NewestView,
  type OpenState,
  type ReplicaOptions,
} from "./newestFile.ts";

export type LongReads = {
  /** Runs `work` on what is the newest state now; on undefined before the first fill. */
  run<T>(work: (found: OpenState | undefined) => Promise<T>): Promise<T>;
  /**
   * Closes the connections that no read uses, and the others when their reads end: until then a
   * replaced file stays on the disk.
   */
  close(): void;
};

/** With a new connection, a lookup of ten names takes twice as long. */
const maxIdle = 2;

export function createLongReads(options: ReplicaOptions): LongReads {
  const idle: NewestView[] = [];
  let closed = 0;

  return {
    async run(work) {
      const newest = idle.pop() ?? createNewestView(options);
      const closedBefore = closed;
      try {
        const found = newest.find((view) => ({ view, state: view.begin() }));
        const result = await work(found);
        found?.view.commit();
        if (closed > closedBefore || idle.length >= maxIdle) newest.close();
        else idle.push(newest);
        return result;
      } catch (error) {
        newest.close();
        throw error;
      }
    },
    close() {
      closed += 1;
      for (const newest of idle.splice(0)) newest.close();
    },
  };
}
