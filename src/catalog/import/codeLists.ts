// The codes that readers of files accept, and what vendors write instead. Synonyms are only
// suggested, never read as the code: NEW may mean NS.
import type { CodeList } from "../../imports/feedRow.ts";

/** The conditions of parts (decision 33). */
export function conditionCodes(known: ReadonlySet<string>): CodeList {
  const reason = `is not one of ${[...known].join(", ")}`;
  return { known, reason, synonyms: codeSynonyms.conditions };
}

/** The units of measure (decision 33). */
export function unitCodes(known: ReadonlySet<string>): CodeList {
  return { known, reason: "is not a known unit of measure", synonyms: codeSynonyms.units };
}

function spell(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([code, synonyms]) =>
      synonyms.split(", ").map((synonym) => [synonym, code]),
    ),
  );
}

const conditions = spell({
  NE: "NEW, BRAND NEW, FACTORY NEW, FN, NEW FN, NIB",
  NS: "NEW SURPLUS, SURPLUS, NSU, NEW OLD STOCK, NOS",
  OH: "OVERHAULED, OVERHAUL, OHC, O H",
  SV: "SERVICEABLE, SERV, SVC, SVCBL",
  RP: "REPAIRED, REPAIR, REP",
  AR: "AS REMOVED, ASREMOVED, REMOVED",
});

const units = spell({
  EA: "EACH, PC, PCS, PCE, PIECE, PIECES, UNIT, UNITS, ST, STK, NR",
  FT: "FEET, FOOT",
  IN: "INCH, INCHES",
  MR: "M, MT, MTR, METER, METERS, METRE, METRES",
  CM: "CENTIMETER, CENTIMETRE",
  YD: "YARD, YARDS",
  KG: "KILO, KILOGRAM, KILOGRAMS, KGS",
  GM: "G, GRAM, GRAMS",
  LB: "LBS, POUND, POUNDS",
  OZ: "OUNCE, OUNCES",
  GL: "GAL, GALLON, GALLONS",
  LI: "L, LTR, LITER, LITERS, LITRE, LITRES",
  QT: "QUART, QUARTS, QRT",
  PR: "PAIR, PAIRS",
  SE: "SET, SETS",
  KT: "KIT, KITS",
  BX: "BOX, BOXES",
  RL: "REEL, REELS",
  RO: "ROLL, ROLLS",
  PG: "PK, PKG, PACK, PACKAGE",
  DZ: "DOZ, DOZEN",
  HD: "HUNDRED, C",
});

const statuses = spell({
  ACTIVE: "AVAILABLE, IN PRODUCTION, CURRENT, RELEASED",
  ON_HOLD: "HOLD, HELD, BLOCKED, QUARANTINE",
  SUPERSEDED: "REPLACED",
  DISCONTINUED: "OBSOLETE, END OF LIFE, EOL, INACTIVE, CANCELLED",
});

/** Synonyms in capitals, words separated by one space, with their codes. */
export const codeSynonyms = { conditions, units, statuses } as const;
