// What changed since a place in the order of changes, for readers that keep a copy. Invariant: who
// has read up to a place has missed nothing before it, however late a change was committed.
import type { Session } from "../db/database.ts";
import { type OfferChange, readRunChanges, selectPlaces } from "./changeQueries.ts";

/**
 * Changes at one place. A run comes in several pieces; only after the last of them, `isWhole`,
 * may a reader keep the place as the one it has read up to.
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

/** Yields all that changed after `since`, in order, until there is no more; 0 is the beginning. */
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
