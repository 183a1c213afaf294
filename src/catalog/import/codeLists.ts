// The codes that readers of files accept, and what vendors write instead.
import type { CodeList } from "../../imports/feedRow.ts";
import { formatSuggestion, suggestCode } from "../../imports/suggestions.ts";
import type { ConditionCodes } from "../tradeCodes.ts";

function listConditions(codes: ConditionCodes, suggest: CodeList["suggest"]): CodeList {
  const { known, synonyms } = codes;
  return {
    known,
    synonyms,
    get reason() {
      return `is not one of ${[...known].join(", ")}`;
    },
    suggest,
  };
}

/** The conditions of parts (decision 33). */
export function conditionCodes(codes: ConditionCodes): CodeList {
  return listConditions(codes, () => null);
}

/** As `conditionCodes`, for files that operators import: they can map other words. */
export function importedConditionCodes(codes: ConditionCodes): CodeList {
  return listConditions(
    codes,
    (text) =>
      `to accept it: partsdesk code map ${JSON.stringify(text)} CODE, or Conditions in the console`,
  );
}

const noSynonyms: ReadonlyMap<string, string> = new Map();

/** The units of measure (decision 33). Synonyms are only suggested: M may mean a thousand. */
export function unitCodes(known: ReadonlySet<string>): CodeList {
  const suggest = (text: string) => formatSuggestion(suggestCode(text, known, codeSynonyms.units));
  return { known, synonyms: noSynonyms, reason: "is not a known unit of measure", suggest };
}

function spell(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([code, synonyms]) =>
      synonyms.split(", ").map((synonym) => [synonym, code]),
    ),
  );
}

const units = spell({
  EA: "EACH, PC, PCS, PCE, PIECE, PIECES, UNIT, UNITS, ST, STK, NR, NOS",
  FT: "FEET, FOOT",
  IN: "INCH, INCHES",
  MR: "M, MT, MTR, METER, METERS, METRE, METRES",
  CM: "CENTIMETER, CENTIMETERS, CENTIMETRE, CENTIMETRES",
  YD: "YARD, YARDS, YDS",
  KG: "KILO, KILOGRAM, KILOGRAMS, KGS",
  GM: "G, GRAM, GRAMS",
  LB: "LBS, POUND, POUNDS",
  OZ: "OUNCE, OUNCES, OZS",
  GL: "GAL, GALS, GALLON, GALLONS",
  LI: "L, LTR, LITER, LITERS, LITRE, LITRES",
  ML: "MILLILITER, MILLILITERS, MILLILITRE, MILLILITRES",
  QT: "QUART, QUARTS, QRT, QTS",
  PT: "PINT, PINTS, PTS",
  PR: "PAIR, PAIRS, PRS",
  SE: "SET, SETS",
  KT: "KIT, KITS, KTS",
  BX: "BOX, BOXES, BXS",
  RL: "REEL, REELS",
  RO: "ROLL, ROLLS, ROL, RLS",
  PG: "PK, PKS, PKG, PKGS, PACK, PACKS, PACKAGE, PACKAGES",
  BG: "BAG, BAGS, BGS",
  BT: "BOTTLE, BOTTLES, BTL, BTLS",
  CA: "CARTRIDGE, CARTRIDGES",
  CN: "CAN, CANS",
  DR: "DRUM, DRUMS",
  SH: "SHEET, SHEETS, SHT, SHTS",
  SL: "SPOOL, SPOOLS",
  TU: "TUBE, TUBES",
  DZ: "DOZ, DOZEN, DOZENS",
  HD: "HUNDRED, HUNDREDS, C",
});

const statuses = spell({
  ACTIVE: "AVAILABLE, IN PRODUCTION, CURRENT, RELEASED",
  ON_HOLD: "HOLD, HELD, BLOCKED, QUARANTINE",
  SUPERSEDED: "REPLACED",
  DISCONTINUED: "OBSOLETE, END OF LIFE, EOL, INACTIVE, CANCELLED",
});

/** Synonyms, folded by `foldSynonym`, with their codes. */
export const codeSynonyms = { units, statuses } as const;
