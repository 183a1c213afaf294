// What mechanics and buyers ask for, and the public item names that are right: `query > NAME / NAME`,
// where a name that ends in `*` is any that begins so.
import { readLists, splitList } from "./nameQueries.ts";

export type MechanicsQuery = { readonly entry: string; readonly right: readonly string[] };

function readQueries(set: string): MechanicsQuery[] {
  return splitList(readLists(set)).map((text) => {
    const [entry = "", right = ""] = text.split(/ > ?/);
    return { entry, right: right.split(" / ") };
  });
}

export const mechanicsQueries: readonly MechanicsQuery[] = readQueries("mechanics");

/**
 * Names for real names of public records in the order of random draws: `first`, by which rules were
 * found; `second`, written with the rules complete; and three as mechanics of airlines, of repair
 * shops and of general aviation write them, each written before the rules and terms were changed by
 * what it or an earlier one missed. Of these, 82, 89 and 96 of 100 came first when they were run for
 * the first time. Sources: the names, the colloquial names of AC 43.13-1B and FAA-H-8083-30 to 32,
 * and abbreviations of manuals (TM 55-4920-400-13, NAVAIR 01-1A-8).
 */
export const heldBackQueries = ["first", "second", "third", "fourth", "fifth"].map(readQueries);
