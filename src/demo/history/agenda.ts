// What happens in the history of the demo, in the order of time, because ids, order numbers and the
// audit log sort by creation.

type Work = (now: Date) => Promise<void>;

export type Agenda = {
  /** Adds work, also while the agenda runs. */
  add(at: Date, work: Work): void;
  /** Does the work until a moment, each with its own time; later work is left out. */
  run(until: Date): Promise<void>;
};

export function createAgenda(): Agenda {
  const entries: { readonly at: Date; readonly work: Work }[] = [];
  return {
    add(at, work) {
      const place = entries.findLastIndex((entry) => entry.at.getTime() <= at.getTime());
      entries.splice(place + 1, 0, { at, work });
    },
    async run(until) {
      for (let next = entries.shift(); next !== undefined; next = entries.shift()) {
        if (next.at.getTime() > until.getTime()) return;
        await next.work(next.at);
      }
    },
  };
}
