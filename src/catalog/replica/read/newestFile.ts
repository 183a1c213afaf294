// The newest replica file of a folder. Invariant: one `read` sees one state of the catalog.
import { type OpenView, openCurrentView, type ProvedState } from "./replicaView.ts";

export type ReplicaOptions = {
  readonly folder: string;
  /** How long the replica is read after the last contact with a primary. */
  readonly maxAgeMs: number;
  readonly monotonicMs: () => number;
};

export type OpenState = { readonly view: OpenView; readonly state: ProvedState };

export type NewestFile = {
  /** Runs `work` on one state of the newest file; on undefined before the first fill. */
  read<T>(work: (found: OpenState | undefined) => T): T;
  /** The next read sees what is the newest state then. */
  release(): void;
  close(): void;
};

/**
 * One transaction serves the reads of a turn of the event loop, but none after this time: its four
 * system calls cost more than finding a number.
 */
const maxHeldMs = 10;

/** Holds the transaction of a turn. `onFailure` is called if it cannot be ended with the turn. */
function createHold(monotonicMs: () => number, onFailure: () => void) {
  let held: (OpenState & { readonly untilMs: number }) | undefined;
  let endsWithTurn = false;

  function release(): void {
    const ended = held;
    held = undefined;
    ended?.view.commit();
  }

  function endTurn(): void {
    endsWithTurn = false;
    try {
      release();
    } catch {
      // Nobody waits for this. The next read opens the file again, and fails if that fails.
      onFailure();
    }
  }

  return {
    release,
    /** Forgets the transaction of a file that is closed. */
    drop(): void {
      held = undefined;
    },
    /** What is held and young enough. */
    find: (): OpenState | undefined =>
      held !== undefined && monotonicMs() < held.untilMs ? held : undefined,
    /** Begins a transaction that lasts until this turn ends. */
    begin(view: OpenView): OpenState {
      release();
      held = { view, state: view.begin(), untilMs: monotonicMs() + maxHeldMs };
      if (!endsWithTurn) setImmediate(endTurn);
      endsWithTurn = true;
      return held;
    },
  };
}

/** A connection to the newest file of a folder, which it opens as soon as there is one. */
export type NewestView = {
  /** The newest state, in the transaction that `begin` begins; undefined before the first fill. */
  find<State extends OpenState>(begin: (view: OpenView) => State): State | undefined;
  close(): void;
};

/** `onClose` is called whenever a file is closed, which was perhaps replaced. */
export function createNewestView({ folder }: ReplicaOptions, onClose?: () => void): NewestView {
  let view: OpenView | undefined;

  function close(): void {
    onClose?.();
    view?.close();
    view = undefined;
  }

  return {
    find(begin) {
      // A file that was replaced has been deleted.
      if (view?.isInPlace() === false) close();
      view ??= openCurrentView(folder);
      return view && begin(view);
    },
    close,
  };
}

/** `onClose` as in `createNewestView`. */
export function openNewest(options: ReplicaOptions, onClose: () => void): NewestFile {
  let isReading = false;
  const hold = createHold(options.monotonicMs, () => newest.close());
  const newest = createNewestView(options, () => {
    hold.drop();
    onClose();
  });

  /** A read within a read could begin another transaction, and end the one of the outer read. */
  function assertNotReading(): void {
    if (isReading) throw new Error("A read of the replica must not contain another.");
  }

  return {
    read(work) {
      assertNotReading();
      isReading = true;
      try {
        return work(hold.find() ?? newest.find(hold.begin));
      } catch (error) {
        hold.release();
        throw error;
      } finally {
        isReading = false;
      }
    },
    release() {
      assertNotReading();
      hold.release();
    },
    close: newest.close,
  };
}
