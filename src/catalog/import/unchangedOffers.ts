// Recognizes rows that change nothing by the digests of the offers, without the database and for
// millions of offers in little memory.
import { readDigestWord } from "../../imports/digestText.ts";
import { digestBytes, digestOffer } from "./offerDigestQueries.ts";
import type { OfferRow } from "./readOfferRecord.ts";

export type UnchangedOffers = {
  /** Replaces the digests; each piece has one after the other. */
  load(pieces: readonly Buffer[]): void;
  /**
   * Whether a row equals its offer. Never true for superseded offers, because loops of
   * supersessions are found over all rows of a file.
   */
  has(offer: OfferRow): boolean;
};

const wordsPerDigest = digestBytes / 4;
const maxFillRatio = 0.7;

/** A table of digests, some places always free; a free place starts with 0. */
function createTable(count: number): Uint32Array {
  return new Uint32Array((Math.floor(count / maxFillRatio) + 1) * wordsPerDigest);
}

/** The first word, never 0. */
function readFirstWord(digest: string): number {
  return readDigestWord(digest, 0) || 1;
}

/** The place of a digest in a table, or the free place where it belongs. */
function findPlace(table: Uint32Array, digest: string): number {
  const first = readFirstWord(digest);
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
  table[place] = readFirstWord(digest);
  for (let word = 1; word < wordsPerDigest; word += 1) {
    table[place + word] = readDigestWord(digest, word);
  }
}

export function createUnchangedOffers(): UnchangedOffers {
  let table: Uint32Array | null = null;
  return {
    load(pieces) {
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
