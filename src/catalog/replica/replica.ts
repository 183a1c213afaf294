// Reads the catalog from the replica file of this machine. Invariants: one `read` sees one state of
// the catalog; a state that is too old, or was written before the machine restarted, is not read.
import { setTimeout as delay } from "node:timers/promises";
import { UnavailableError } from "../../db/databaseErrors.ts";
import { type OpenState, openNewest, type ReplicaOptions } from "./read/newestFile.ts";
import type { ReplicaView } from "./read/replicaView.ts";
import { type ReplicaState, saysDamaged } from "./replicaFile.ts";
import { requestFill } from "./replicaFolder.ts";

/** The place that a replica shows, and the age of the last proof that it is the newest. */
type ReplicaStatus = { readonly place: number; readonly ageMs: number };

export type Replica = {
  /**
   * Runs `work`, with the age of the last proof that what it reads is the newest state. Throws
   * UnavailableError if the replica is not filled, or older than allowed.
   */
  read<T>(work: (view: ReplicaView, ageMs: number) => T): T;
  /** Undefined before the first fill, and while the file is damaged. */
  status(): ReplicaStatus | undefined;
  /** Waits until it shows a place, at most `limitMs`; returns whether it does. */
  reach(place: number, limitMs: number): Promise<boolean>;
  close(): void;
};

const reachCheckMs = 5;

/** Requests that a damaged file is rebuilt; if that fails, the next read tries again. */
function reportDamage(folder: string, damage: unknown): UnavailableError {
  const message = "The replica of the catalog is damaged.";
  try {
    requestFill(folder, "a reader found it damaged");
    return new UnavailableError(message, { cause: damage });
  } catch (error) {
    const reason = `It could not be requested that it is rebuilt: ${(error as Error).message}`;
    const cause = new AggregateError([damage, error], reason);
    return new UnavailableError(`${message} ${reason}`, { cause });
  }
}

export function openReplica(options: ReplicaOptions): Replica {
  const { folder, maxAgeMs, monotonicMs } = options;
  const newest = openNewest(options);

  const ageOf = ({ confirmedMs }: ReplicaState): number => monotonicMs() - confirmedMs;

  /** Throws UnavailableError if the file is damaged. */
  function readNewest<T>(work: (found: OpenState | undefined) => T): T {
    try {
      return newest.read(work);
    } catch (error) {
      if (!saysDamaged(error)) throw error;
      newest.close();
      throw reportDamage(folder, error);
    }
  }

  function readState(): ReplicaState | undefined {
    newest.release();
    try {
      return readNewest((found) => found?.state);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return undefined;
    }
  }

  return {
    read(work) {
      return readNewest((found) => {
        if (found === undefined) {
          throw new UnavailableError("The replica of the catalog is not filled yet.");
        }
        const ageMs = ageOf(found.state);
        if (ageMs > maxAgeMs) {
          throw new UnavailableError(`The replica of the catalog is ${ageMs} ms old.`);
        }
        return work(found.view, ageMs);
      });
    },
    status() {
      const state = readState();
      return state && { place: state.place, ageMs: ageOf(state) };
    },
    async reach(place, limitMs) {
      const endMs = monotonicMs() + limitMs;
      while ((readState()?.place ?? -1) < place) {
        if (monotonicMs() >= endMs) return false;
        await delay(reachCheckMs);
      }
      return true;
    },
    close: newest.close,
  };
}

/** As `read`, but undefined if the replica cannot be read: for what a page can do without. */
export function readIfAvailable<T>(
  replica: Replica,
  work: (view: ReplicaView) => T,
): T | undefined {
  try {
    return replica.read((view) => work(view));
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  }
}
