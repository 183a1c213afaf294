// Changes since a place in their order, for systems with a copy of the catalog. Invariant: a reader
// that has read up to a place has missed nothing before it, however late a change was committed.
import type { Session } from "../db/database.ts";
import {
  hasExpired,
  type OfferChange,
  readRunChanges,
  selectExpiredPlace,
  selectLastExpiredPlace,
  selectPlaces,
} from "./changeQueries.ts";

/**
 * Changes at one place. A run comes in several batches; only after the last one, `isWhole`, may a
 * reader store the place as read.
 */
export type ChangeBatch = {
  readonly place: number;
  readonly changes: readonly OfferChange[];
  readonly isWhole: boolean;
};

const placesPerQuery = 1_000;

/** The changes that a reader asked for are no longer stored; those after `place` are. */
export class ChangesExpired extends Error {
  readonly place: number;

  constructor(place: number) {
    super(`Changes up to position ${place} have expired.`);
    this.name = "ChangesExpired";
    this.place = place;
  }
}

async function* readRun(session: Session, place: number, runId: number, since: number) {
  for await (const changes of readRunChanges(session, runId)) {
    yield { place, changes, isWhole: false };
  }
  // They may have expired while they were read.
  if (since > 0 && (await hasExpired(session, runId))) {
    throw new ChangesExpired(await selectLastExpiredPlace(session));
  }
  yield { place, changes: [], isWhole: true };
}

/**
 * Yields all changes after `since`, in order. 0 is the start: for a reader without a copy yet, the
 * offers that exist are enough. Any other reader would miss expired changes: throws
 * `ChangesExpired`.
 */
export async function* readChanges(session: Session, since: number): AsyncGenerator<ChangeBatch> {
  let read = since;
  for (;;) {
    const places = await selectPlaces(session, read, placesPerQuery);
    if (since > 0 && (await selectExpiredPlace(session)) > read) {
      throw new ChangesExpired(await selectLastExpiredPlace(session));
    }
    for (const place of places) {
      const { runId, offerId, action } = place;
      if (runId !== null) yield* readRun(session, place.place, runId, since);
      if (offerId !== null && action !== null) {
        yield { place: place.place, changes: [{ offerId, action }], isWhole: true };
      }
      read = place.place;
    }
    if (places.length < placesPerQuery) return;
  }
}
