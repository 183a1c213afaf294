// The distributor as this thread knows it, so that a page needs no query of its own for it. A
// change reaches every thread within `maxAgeMs`.
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import { type Distributor, unsetDistributor } from "./distributor.ts";
import { selectDistributor } from "./queries.ts";

const maxAgeMs = 2_000;

export type CurrentDistributor = {
  /** What the environment sets. */
  readonly fixed: Distributor;
  current(): Distributor;
  /** Reads it again if it is too old. Without the database it stays as it was. */
  refresh(now: Date): Promise<void>;
  /** Reads it again with the next `refresh`. */
  expire(): void;
};

function merge(fixed: Distributor, stored: Distributor): Distributor {
  return {
    name: fixed.name ?? stored.name,
    color: fixed.color ?? stored.color,
    address: fixed.address ?? stored.address,
    terms: fixed.terms ?? stored.terms,
    logo: fixed.logo ?? stored.logo,
  };
}

export function createCurrentDistributor(
  db: Database,
  fixed: Distributor,
  log: Logger,
): CurrentDistributor {
  let current = merge(fixed, unsetDistributor);
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    fixed,
    current: () => current,
    expire() {
      readAtMs = Number.NEGATIVE_INFINITY;
    },
    async refresh(now) {
      if (Math.abs(now.getTime() - readAtMs) < maxAgeMs) return;
      readAtMs = now.getTime();
      try {
        const read = merge(fixed, await selectDistributor(db));
        if (!isDeepStrictEqual(read, current)) current = read;
      } catch (err) {
        log.warn({ err }, "the distributor's settings were not read");
      }
    },
  };
}
