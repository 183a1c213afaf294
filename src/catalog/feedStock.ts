import { parseMoment } from "../kit/day.ts";
import { takeUnit } from "../reading/quantity.ts";
import {
  type FeedRow,
  hasColumn,
  isFilled,
  readDigits,
  readWholeNumber,
  refuseCell,
  requireCell,
} from "../reading/row.ts";

/** What the quantities of a feed are: all that is on hand, or what is available of it. */
export const stockModes = ["on-hand", "available"] as const;
export type StockMode = (typeof stockModes)[number];

/** What a declaration can say; "by column": each quantity is what its column says. */
type DeclaredMode = StockMode | "by column";

/** What a feed declares of its quantities: their mode, and the time for which they hold. */
export type StockDeclaration = {
  readonly mode: DeclaredMode | null;
  readonly asOf: Date | null;
  /** Whether quantities apply to stock that was counted later (decision 153). */
  readonly appliesOlder?: boolean;
};

export const undeclaredStock: StockDeclaration = { mode: null, asOf: null };

/** How a run read its quantities (decision 153). */
export type StockTerms = {
  /** "by vendor": vendors of the file have different modes. */
  readonly mode: DeclaredMode | "by vendor";
  /** Whether the run declared the mode; otherwise it is that of the vendor's last feed. */
  readonly isDeclared: boolean;
  /** ISO 8601. */
  readonly asOf: string;
  readonly asOfFrom: "option" | "file" | "upload";
  /** Whether quantities applied to stock that was counted later; absent if not. */
  readonly appliesOlder?: true;
  /** Vendors whose mode an operator has to choose before their next feed is applied. */
  readonly undecided: readonly string[];
};

// What the quantities of a feed mean: of which mode each vendor's are, and for which time they hold
// (decision 153). Pure: the modes of earlier feeds are an argument.

export const asOfColumn = "as_of";

const maxTimeLength = 40;
/** Vendors without a mode that a report lists. */
const maxUndecided = 100;

type AsOf = { readonly at: Date; readonly from: StockTerms["asOfFrom"] };

/** For which time quantities hold, and whose are only what is available. */
export type StockBasis = {
  readonly asOf: Date;
  readonly areAvailable: boolean;
  /** The vendors, if not all are. */
  readonly availableVendors: readonly string[];
};

type StockModes = ReadonlyMap<string, StockMode | null>;

export type FeedStock = {
  /** What the quantity of a row is; a vendor that could not be read is null. */
  modeOf(vendor: string | null, row: FeedRow): StockMode;
  /**
   * Reads the time in a row, unless the feed declares one. Refuses one in the future, and one that
   * differs from that of an earlier row.
   */
  readAsOf(row: FeedRow): void;
  /** Says whether the header of the quantities calls them available. */
  setHeader(columns: { readonly areAvailable?: boolean }): void;
  /** What to compare quantities by; once it was used, no row changes the time. */
  useBasis(): StockBasis;
  /** Whether offers may have been counted after the rows, which then do not apply to them. */
  mayBeOlder(): boolean;
  /** Sets the last count of any offer, which another import may have changed. */
  setLastCount(at: Date | null): void;
  /** How the rows were read. */
  terms(): StockTerms;
  /** The vendors of the rows that had feeds before, sorted. */
  knownVendors(): readonly string[];
  /** Vendors that may be in the file, and whose rows would be read differently by `current`. */
  findChanged(current: StockModes): readonly string[];
};

/** How a person states stock: on hand, now. */
export const typedStock: Pick<FeedStock, "modeOf" | "readAsOf" | "mayBeOlder"> = {
  modeOf: () => "on-hand",
  readAsOf: () => undefined,
  mayBeOlder: () => false,
};

function createAsOf(declared: Date | null, receivedAt: Date, now: Date) {
  let current: AsOf =
    declared === null ? { at: receivedAt, from: "upload" } : { at: declared, from: "option" };
  let isUsed = false;

  function findFault(at: Date | undefined): string | undefined {
    if (at === undefined) return "is not a time written as 2026-11-21T22:00:00Z";
    if (at.getTime() > now.getTime()) return "is in the future";
    const isFixed = current.from === "file" || isUsed;
    return isFixed && at.getTime() !== current.at.getTime()
      ? "differs from the rows above; a file has one time"
      : undefined;
  }

  function readAsOf(row: FeedRow): void {
    const name = asOfColumn;
    if (current.from === "option" || !hasColumn(row, name)) return;
    const text = readDigits(row, name, maxTimeLength);
    if (text === null) return;
    const at = parseMoment(text);
    const fault = findFault(at);
    if (fault !== undefined) refuseCell(row, name, fault);
    else if (at !== undefined && !isUsed) current = { at, from: "file" };
  }

  return {
    readAsOf,
    current: () => current,
    useAsOf: () => {
      isUsed = true;
      return current.at;
    },
  };
}

/**
 * What is known of earlier feeds: the modes of their vendors, null if nobody has chosen one, and
 * the time of the last count of any offer.
 */
type EarlierFeeds = { readonly modes: StockModes; readonly lastCount: Date | null };

/** Creates the meaning of a feed's quantities. Those of new vendors are on hand. */
export function createFeedStock(
  { mode: declared, asOf, appliesOlder = false }: StockDeclaration,
  { modes, lastCount }: EarlierFeeds,
  receivedAt: Date,
  now: Date,
): FeedStock {
  let last = lastCount;
  let areAvailable = false;
  const time = createAsOf(asOf, receivedAt, now);
  const seen = new Set<string>();
  const used = new Set<StockMode>();
  const isByColumn = declared === "by column";
  const findMode = (vendor: string | null): StockMode =>
    (isByColumn ? null : declared) ?? (vendor === null ? null : modes.get(vendor)) ?? "on-hand";
  const knownVendors = () => [...seen].sort();
  return {
    modeOf(vendor, row) {
      if (isByColumn) return readColumnMode(row);
      const mode = findMode(vendor);
      if (vendor === null) return mode;
      used.add(mode);
      if (modes.has(vendor)) seen.add(vendor);
      return mode;
    },
    readAsOf: time.readAsOf,
    setHeader: (columns) => {
      areAvailable = columns.areAvailable === true;
    },
    useBasis: () => ({
      asOf: time.useAsOf(),
      areAvailable: declared === "available",
      availableVendors: [...modes.keys()].filter((vendor) => findMode(vendor) === "available"),
    }),
    mayBeOlder: () =>
      !appliesOlder && last !== null && time.current().at.getTime() < last.getTime(),
    setLastCount: (at) => {
      last = at;
    },
    terms() {
      // "Qty avail" of a vendor whose quantities were on hand is decided by a person.
      const isOpen = (mode: StockMode | null | undefined) =>
        mode === null || (areAvailable && mode === "on-hand");
      const undecided = knownVendors().filter((vendor) => isOpen(modes.get(vendor)));
      const { at, from } = time.current();
      return {
        mode: isByColumn
          ? declared
          : used.size > 1
            ? "by vendor"
            : ([...used][0] ?? findMode(null)),
        isDeclared: declared !== null,
        asOf: at.toISOString(),
        asOfFrom: from,
        ...(appliesOlder ? { appliesOlder } : {}),
        undecided: declared === null ? undecided.slice(0, maxUndecided) : [],
      };
    },
    knownVendors,
    findChanged(current) {
      if (declared !== null) return [];
      const mayDiffer = [...current].filter(([vendor]) => seen.has(vendor) || !modes.has(vendor));
      return mayDiffer
        .filter(([vendor, mode]) => mode !== null && mode !== findMode(vendor))
        .map(([vendor]) => vendor);
    },
  };
}

/** The quantity on hand, which an offer computes from its counts; a file can state it. */
export const onHandColumn = {
  name: "on_hand",
  label: "On hand",
} as const;

const maxQuantity = 1_000_000_000;

/** What the quantity of a row is by its column, of which only one may be filled. */
function readColumnMode(row: FeedRow): StockMode {
  if (!isFilled(row, onHandColumn.name)) return "available";
  if (isFilled(row, "available_stock")) refuseCell(row, "available_stock", "is beside on_hand");
  return "on-hand";
}

/** Which column has the quantity: of a file with both, the one that its mode means. */
function findColumn(row: FeedRow, mode: StockMode): string {
  const { name } = onHandColumn;
  if (!hasColumn(row, name)) return "available_stock";
  return mode === "available" && hasColumn(row, "available_stock") ? "available_stock" : name;
}

/**
 * Reads the quantity of a row in units of `unit`, null if the file does not say in which. On hand
 * may be negative, if more was shipped than counted.
 */
export function readQuantity(row: FeedRow, mode: StockMode, unit: string | null): number | null {
  const column = findColumn(row, mode);
  const min = column === onHandColumn.name ? -maxQuantity : 0;
  const toNumber = (text: string) => takeUnit(text, unit);
  const quantity = readWholeNumber(row, column, [min, maxQuantity], toNumber);
  return requireCell(row, column, quantity);
}
