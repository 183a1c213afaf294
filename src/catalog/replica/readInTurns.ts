import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { ReplicaView } from "./read/replicaView.ts";
import type { Replica } from "./replica.ts";

/** How often a read is tried in parts: a busy import changes the state each time. */
const maxAttempts = 3;

/**
 * Runs each part of a long read in its own turn of the event loop, all on one state of the catalog.
 * Starts again if the state changes meanwhile, and finally runs all parts in one turn.
 */
export async function readInTurns<T>(
  replica: Replica,
  parts: readonly ((view: ReplicaView, ageMs: number) => T)[],
): Promise<T[]> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const results = await tryInTurns(replica, parts);
    if (results !== undefined) return results;
  }
  return replica.read((view, ageMs) => parts.map((part) => part(view, ageMs)));
}

/** Undefined if the state has changed. */
async function tryInTurns<T>(
  replica: Replica,
  parts: readonly ((view: ReplicaView, ageMs: number) => T)[],
): Promise<T[] | undefined> {
  const results: T[] = [];
  let first: string | undefined;
  for (const part of parts) {
    if (first !== undefined) await yieldToOthers();
    const isSame = replica.read((view, ageMs) => {
      const state = view.identify();
      first ??= state;
      if (state !== first) return false;
      results.push(part(view, ageMs));
      return true;
    });
    if (!isSame) return undefined;
  }
  return results;
}
