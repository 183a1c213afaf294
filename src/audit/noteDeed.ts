// Writing down what an operator does, in the transaction of what is done.

import type { Queryable } from "../db/database.ts";
import { newId } from "../db/newId.ts";
import type { Deed } from "./deed.ts";
import { insertDeed } from "./queries.ts";

/**
 * Notes a deed with the transaction it is part of; it is sent and not waited for. Where it cannot
 * be stored, the transaction fails too: nothing is done that is not written down.
 */
export function noteDeed(tx: Queryable, deed: Deed): void {
  insertDeed(tx, newId(), deed);
}
