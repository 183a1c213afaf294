// The offers as they stand, told by their digests: a row that says nothing new is known by them
// without the database, among millions of offers in little memory.
import type { OfferRow } from "./readOfferRecord.ts";
import { digestBytes, digestOffer } from "./standingQueries.ts";

export type StandingOffers = {
  /** Takes in digests, one behind the other in each piece, in place of those it had. */
  learn(pieces: readonly Buffer[]): void;
  /**
   * Whether an offer stands as the row says. Of one that something supersedes it never says so:
   * where supersessions lead is judged by the rows of a file together (decision 60).
   */
  has(offer: OfferRow): boolean;
};

const wordsPerDigest = digestBytes / 4;
const fullest = 0.7;

/** A table of digests, in which a word that is 0 in front is a free place. */
function createTable(count: number): Uint32Array {
  const places = 2 ** Math.ceil(Math.log2(Math.max(2, count / fullest)));
  return new Uint32Array(places * wordsPerDigest);
}

/** The place of a digest in a table, or the free one where it belongs. */
function findPlace(table: Uint32Array, digest: Buffer, offset: number): number {
  const mask = table.length - 1;
  // No digest may look like a free place.
  const first = digest.readUInt32LE(offset) || 1;
  const second = digest.readUInt32LE(offset + 4);
  const third = digest.readUInt32LE(offset + 8);
  const fourth = digest.readUInt32LE(offset + 12);
  let place = (first * wordsPerDigest) & mask;
  while (
    table[place] !== 0 &&
    (table[place] !== first ||
      table[place + 1] !== second ||
      table[place + 2] !== third ||
      table[place + 3] !== fourth)
  ) {
    place = (place + wordsPerDigest) & mask;
  }
  return place;
}

function isFree(table: Uint32Array, place: number): boolean {
  return table[place] === 0;
}

function putDigest(table: Uint32Array, digest: Buffer, offset: number): void {
  const place = findPlace(table, digest, offset);
  table[place] = digest.readUInt32LE(offset) || 1;
  table[place + 1] = digest.readUInt32LE(offset + 4);
  table[place + 2] = digest.readUInt32LE(offset + 8);
  table[place + 3] = digest.readUInt32LE(offset + 12);
}

/** No offer known yet. */
export function createStandingOffers(): StandingOffers {
  let table: Uint32Array | null = null;
  return {
    learn(pieces) {
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      table = createTable(bytes / digestBytes);
      for (const piece of pieces) {
        for (let offset = 0; offset < piece.length; offset += digestBytes) {
          putDigest(table, piece, offset);
        }
      }
    },
    has(offer) {
      if (table === null || offer.supersededBy !== null) return false;
      return !isFree(table, findPlace(table, digestOffer(offer), 0));
    },
  };
}
