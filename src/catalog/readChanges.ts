// Changes since a place in their order, for systems with a copy of the catalog. Invariant: a reader
// that has read up to a place has missed nothing before it, however late a change was committed.
import type { Session } from "../db/database.ts";
import { type OfferChange, readRunChanges, selectPlaces } from "./changeQueries.ts";

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

async function* readRun(session: Session, place: number, runId: number) {
  for await (const changes of readRunChanges(session, runId)) {
    yield { place, changes, isWhole: false };
  }
  yield { place, changes: [], isWhole: true };
}

/** Yields all changes after `since`, in order; 0 is the start. */
export async function* readChanges(session: Session, since: number): AsyncGenerator<ChangeBatch> {
  let read = since;
  for (;;) {
    const places = await selectPlaces(session, read, placesPerQuery);
    for (const place of places) {
      const { runId, offerId, action } = place;
      if (runId !== null) yield* readRun(session, place.place, runId);
      if (offerId !== null && action !== null) {
        yield { place: place.place, changes: [{ offerId, action }], isWhole: true };
      }
      read = place.place;
    }
    if (places.length < placesPerQuery) return;
  }
}
