// The requests that start in a later turn of the event loop (decision 278). Invariant: groups of
// callers take turns, and so do the callers of a group, so that nobody waits for all of another.

/** Everyone without an account, such as visitors of the site, is one group. */
export type RequestCaller = {
  readonly group: "health checks" | "accounts" | "others";
  readonly name: string;
};

type LateRequest = {
  /** Its size in memory. */
  readonly bytes: number;
  /** Whether it waits for a turn to go on. Such a request comes before others of its caller. */
  readonly hasStarted: boolean;
  /** Returns false if there was nothing to start, because its client is gone. */
  readonly start: () => boolean;
  readonly drop: () => void;
};

type CallerRequests = {
  bytes: number;
  readonly started: LateRequest[];
  readonly waiting: LateRequest[];
};

type Group = { bytes: number; readonly callers: Map<string, CallerRequests> };

export type LateRequests = {
  count(): number;
  /** Drops requests while all need more memory than allowed. */
  add(caller: RequestCaller, request: LateRequest): void;
  /** Takes the next request. Its group and its caller are the last ones then. */
  take(): LateRequest | undefined;
};

function findLargest<Entry extends { readonly bytes: number }>(
  entries: ReadonlyMap<string, Entry>,
): readonly [string, Entry] | undefined {
  let largest: readonly [string, Entry] | undefined;
  for (const entry of entries) {
    if (largest === undefined || entry[1].bytes > largest[1].bytes) largest = entry;
  }
  return largest;
}

function hasNone({ started, waiting }: CallerRequests): boolean {
  return started.length === 0 && waiting.length === 0;
}

/** The requests may need `maxBytes`. */
export function createLateRequests(maxBytes: number): LateRequests {
  /** Without empty groups and callers; the next ones to start come first. */
  const groups = new Map<string, Group>();
  const total = { count: 0, bytes: 0 };

  function count(group: Group, caller: CallerRequests, requests: 1 | -1, bytes: number): void {
    for (const part of [group, caller, total]) part.bytes += requests * bytes;
    total.count += requests;
  }

  /** Drops the latest request of the caller who needs most memory in the group that does. */
  function dropOne(): void {
    const [groupName, group] = findLargest(groups) ?? [];
    const [name, caller] = (group && findLargest(group.callers)) ?? [];
    const dropped = caller?.waiting.pop() ?? caller?.started.pop();
    if (groupName === undefined || name === undefined || !group || !caller || !dropped) return;
    count(group, caller, -1, dropped.bytes);
    if (hasNone(caller)) group.callers.delete(name);
    if (group.callers.size === 0) groups.delete(groupName);
    dropped.drop();
  }

  function takeFrom(group: Group): LateRequest | undefined {
    for (const [name, caller] of group.callers) {
      group.callers.delete(name);
      const next = caller.started.shift() ?? caller.waiting.shift();
      if (next === undefined) continue;
      count(group, caller, -1, next.bytes);
      if (!hasNone(caller)) group.callers.set(name, caller);
      return next;
    }
    return undefined;
  }

  return {
    count: () => total.count,
    add({ group: groupName, name }, request) {
      const group = groups.get(groupName) ?? { bytes: 0, callers: new Map() };
      groups.set(groupName, group);
      const caller = group.callers.get(name) ?? { bytes: 0, started: [], waiting: [] };
      group.callers.set(name, caller);
      (request.hasStarted ? caller.started : caller.waiting).push(request);
      count(group, caller, 1, request.bytes);
      while (total.count > 0 && total.bytes > maxBytes) dropOne();
    },
    take() {
      for (const [name, group] of groups) {
        groups.delete(name);
        const next = takeFrom(group);
        if (group.callers.size > 0) groups.set(name, group);
        if (next !== undefined) return next;
      }
      return undefined;
    },
  };
}
