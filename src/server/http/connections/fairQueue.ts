// The order in which requests start (decision 278). Invariant: of two groups that wait, the one whose
// requests have cost less is next, and so are the lines of a group; what a group did not ask for
// while others were served is not owed to it.

export type Caller = {
  readonly group: string;
  readonly line: string;
  /** Whether its requests hold a slot while they are in progress. */
  readonly needsSlot: boolean;
};

/** The place of a request in the queue, and what it holds. */
export type Ticket<Item> = {
  readonly item: Item;
  readonly caller: Caller;
  readonly bytes: number;
  sinceMs: number;
  hasSlot: boolean;
};

/** `cost` orders the members of a round; `slots` are held by their tickets. */
type Member = { cost: number; waiting: number; bytes: number; slots: number };
type Line<Item> = Member & { readonly tickets: Ticket<Item>[] };
type Group<Item> = Member & { readonly lines: Round<Line<Item>> };

/** Idle members are remembered up to this number, so that invented callers fill no memory. */
const maxIdle = 1_000;

type Round<Value extends Member> = ReturnType<typeof createRound<Value>>;

/** Members that take turns: the one that has cost least is next. */
function createRound<Value extends Member>(open: () => Value) {
  const members = new Map<string, Value>();
  /** The cost of the member that was served last, where those begin that did not wait. */
  let level = 0;

  function forget(name: string, { cost, slots }: Value): void {
    if (slots === 0 && (cost <= level || members.size > maxIdle)) members.delete(name);
  }

  return {
    enter(name: string): Value {
      const member = members.get(name) ?? open();
      members.set(name, member);
      if (member.waiting === 0) member.cost = Math.max(member.cost, level);
      return member;
    },
    next(mayStart: (member: Value) => boolean): Value | undefined {
      let next: Value | undefined;
      for (const [name, member] of members) {
        if (member.waiting === 0) forget(name, member);
        else if (!mayStart(member)) member.cost = Math.max(member.cost, level);
        else if (member.cost < (next?.cost ?? Number.POSITIVE_INFINITY)) next = member;
      }
      level = Math.max(level, next?.cost ?? 0);
      return next;
    },
    largest(): Value | undefined {
      let largest: Value | undefined;
      for (const member of members.values()) {
        if (largest === undefined || member.bytes > largest.bytes) largest = member;
      }
      return largest;
    },
  };
}

const noMember = { cost: 0, waiting: 0, bytes: 0, slots: 0 };

export type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>;

/** The tickets of a group may hold `groupSlots` of all `slots`. */
export function createFairQueue<Item>(slots: number, groupSlots: number) {
  const groups = createRound<Group<Item>>(() => ({
    ...noMember,
    lines: createRound<Line<Item>>(() => ({ ...noMember, tickets: [] })),
  }));
  /** In the order in which they began to wait. */
  const waiting = new Set<Ticket<Item>>();
  const all = { ...noMember };

  function add(
    { caller, bytes }: Ticket<Item>,
    change: Partial<Omit<Member, "bytes">>,
  ): Line<Item> {
    const group = groups.enter(caller.group);
    const line = group.lines.enter(caller.line);
    const { cost = 0, waiting: tickets = 0, slots: held = 0 } = change;
    for (const part of [all, group, line]) {
      part.cost += cost;
      part.waiting += tickets;
      part.bytes += tickets * bytes;
      part.slots += held;
    }
    return line;
  }

  function remove(ticket: Ticket<Item>): Ticket<Item> {
    const { tickets } = add(ticket, { waiting: -1 });
    tickets.splice(tickets.indexOf(ticket), 1);
    waiting.delete(ticket);
    return ticket;
  }

  function mayStart(group: Group<Item>, { tickets: [first] }: Line<Item>): boolean {
    if (first === undefined || !first.caller.needsSlot || first.hasSlot) return true;
    return all.slots < slots && group.slots < groupSlots;
  }

  const nextLine = (group: Group<Item>) => group.lines.next((line) => mayStart(group, line));

  return {
    count: () => ({ running: all.slots, waiting: all.waiting }),
    wait(ticket: Ticket<Item>): void {
      add(ticket, { waiting: 1 }).tickets.push(ticket);
      waiting.add(ticket);
    },
    /** A request in progress waits for another turn, before others of its line. */
    goOn(ticket: Ticket<Item>): void {
      add(ticket, { waiting: 1 }).tickets.unshift(ticket);
    },
    /** Takes the next request, with a slot if it needs one; undefined if none may start. */
    take(): Ticket<Item> | undefined {
      const group = groups.next((one) => nextLine(one) !== undefined);
      const first = group && nextLine(group)?.tickets[0];
      if (first === undefined) return undefined;
      remove(first);
      if (first.caller.needsSlot && !first.hasSlot) {
        first.hasSlot = true;
        add(first, { slots: 1 });
      }
      return first;
    },
    /** Takes a request that has waited since before a time, the longest wait first. */
    takeLate(beforeMs: number): Ticket<Item> | undefined {
      const [oldest] = waiting;
      return oldest && oldest.sinceMs < beforeMs ? remove(oldest) : undefined;
    },
    /** If all that wait need more, takes the latest request of the line that needs most. */
    takeExcess(maxBytes: number): Ticket<Item> | undefined {
      const last = all.bytes > maxBytes && groups.largest()?.lines.largest()?.tickets.at(-1);
      return last && waiting.has(last) ? remove(last) : undefined;
    },
    charge: (ticket: Ticket<Item>, cost: number): void => void add(ticket, { cost }),
    release(ticket: Ticket<Item>): void {
      if (ticket.hasSlot) add(ticket, { slots: -1 });
      ticket.hasSlot = false;
    },
  };
}
