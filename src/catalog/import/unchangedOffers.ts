// The offers as they stand, told by their digests: a row that says nothing new is known by them
// without the database, among millions of offers in little memory.
import { readDigestWord } from "../../imports/digestText.ts";
import { digestBytes, digestOffer } from "./offerDigestQueries.ts";
import type { OfferRow } from "./readOfferRecord.ts";

export type UnchangedOffers = {
  /** Takes in digests, one behind the other in each piece, in place of those it had. */
  learn(pieces: readonly Buffer[]): void;
  /**
   * Whether an offer stands as the row says. Of one that something supersedes it never says so:
   * where supersessions lead is judged by the rows of a file together (decision 60).
   */
  has(offer: OfferRow): boolean;
};

const wordsPerDigest = digestBytes / 4;
const maxFillRatio = 0.7;

/** A table of digests, in which a word that is 0 in front is a free place; some always are. */
function createTable(count: number): Uint32Array {
  return new Uint32Array((Math.floor(count / maxFillRatio) + 1) * wordsPerDigest);
}

/** The word in front, which is never 0. */
function firstWordOf(digest: string): number {
  return readDigestWord(digest, 0) || 1;
}

/** The place of a digest in a table, or the free one where it belongs. */
function findPlace(table: Uint32Array, digest: string): number {
  const first = firstWordOf(digest);
  const second = readDigestWord(digest, 1);
  const third = readDigestWord(digest, 2);
  const fourth = readDigestWord(digest, 3);
  let place = (first * wordsPerDigest) % table.length;
  while (
    table[place] !== 0 &&
    (table[place] !== first ||
      table[place + 1] !== second ||
      table[place + 2] !== third ||
      table[place + 3] !== fourth)
  ) {
    place = (place + wordsPerDigest) % table.length;
  }
  return place;
}

function putDigest(table: Uint32Array, digest: string): void {
  const place = findPlace(table, digest);
  table[place] = firstWordOf(digest);
  for (let word = 1; word < wordsPerDigest; word += 1) {
    table[place + word] = readDigestWord(digest, word);
  }
}

/** No offer known yet. */
export function createUnchangedOffers(): UnchangedOffers {
  let table: Uint32Array | null = null;
  return {
    learn(pieces) {
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      table = createTable(bytes / digestBytes);
      for (const piece of pieces) {
        for (let offset = 0; offset < piece.length; offset += digestBytes) {
          putDigest(table, piece.toString("latin1", offset, offset + digestBytes));
        }
      }
    },
    has(offer) {
      if (table === null || offer.supersededBy !== null) return false;
      return table[findPlace(table, digestOffer(offer))] !== 0;
    },
  };
}
