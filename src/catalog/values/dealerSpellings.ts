// What dealers' files write for values, by what they mostly mean. Proposed to an operator for one
// vendor, never applied without being accepted. Spellings are folded by `foldSynonym`, except those
// without a letter or digit.
import { codeSynonyms } from "../import/codeLists.ts";

type Spellings = ReadonlyMap<string, string>;

function spell(words: Readonly<Record<string, string>>): Spellings {
  return new Map(
    Object.entries(words).flatMap(([meaning, spellings]) =>
      spellings.split(", ").map((spelling) => [spelling, meaning] as const),
    ),
  );
}

/** SURPLUS, USED, US, TESTED, INSPECTED, SC and TE are none: dealers mean different things. */
const conditions = spell({
  NE: "N, NEW, BRAND NEW, FN, FACTORY NEW, NEW FACTORY, NEU, NEUWARE, FABRIKNEU, NEUF, NUEVO, NOVO",
  NS: "NOS, NEW OLD STOCK, N S, NEW SURPLUS, NSV, UNUSED SURPLUS, NEU SURPLUS, NEUF SURPLUS",
  OH: "O H, OHC, OVHL, OVH, OVERHAUL, OVERHAULED, ÜBERHOLT, GRUNDÜBERHOLT, RÉVISÉ, REVISADO",
  SV: "S V, SVC, SERV, SERVICEABLE, SVCBL, SVCBLE, BRAUCHBAR, SERVICIABLE",
  RP: "R P, REP, REPAIRED, REPARIERT, RÉPARÉ, REPARADO",
  AR: "A R, AS REMOVED, REMOVED, AUSGEBAUT, DÉPOSÉ",
});

const pieces =
  "STÜCK, STUECK, STCK, PIÈCE, PIÈCES, U, UN, UND, UNI, UNID, UNIDAD, UNIDADE, UNITÉ, PZ, PZA, " +
  "PIEZA, PÇ, PEÇA, E A";
const units = spell({
  EA: pieces,
  PR: "PAAR, PAIRE, PAR",
  SE: "SATZ, JEU, JUEGO, JOGO",
  MR: "MÈTRE, MÈTRES, METRO, METROS",
  LI: "LITRO, LITROS",
  RO: "ROLLE, ROULEAU, ROLLO, ROLO",
  BX: "CARTON, KARTON, CAJA, CAIXA, BOÎTE",
});

/** Words of a price that is on request. */
const priceWords = new Set(
  (
    "CALL, CALL FOR PRICE, CALL FOR PRICING, CALL US, PLEASE CALL, POA, P O A, POR, RFQ, " +
    "REQUEST, REQUEST QUOTE, QUOTE, PLEASE QUOTE, ON REQUEST, PRICE ON REQUEST, UPON REQUEST, " +
    "TBD, TBA, N A, NA, NONE, NULL, INQUIRE, ENQUIRE, ASK, CONTACT, CONTACT US, EMAIL, " +
    "AUF ANFRAGE, ANFRAGE, " +
    "PREIS AUF ANFRAGE, A A, SUR DEMANDE, PRIX SUR DEMANDE, NOUS CONSULTER, CONSULTER, " +
    "CONSULTAR, A CONSULTAR, PRECIO A CONSULTAR, SOB CONSULTA, CONSULTE, -, --, ---, *, ?"
  ).split(", "),
);

/** Words of a date that there is none. */
const noDates = new Set("N A, NA, NONE, NULL, UNLIMITED, INDEFINITE, NO LIMIT, -, --".split(", "));

/** Units that a price may be for. */
const pricedUnits: Readonly<Record<string, string>> = { EA: "1", HD: "100" };

/** The meaning of a folded spelling, before it is compared with the codes that exist. */
export function findSpelling(column: string, spelling: string): string | undefined {
  if (column === "condition") return conditions.get(spelling);
  // A metre, or a thousand.
  if (column === "unit_of_measure" && spelling === "M") return undefined;
  if (column === "unit_of_measure") return codeSynonyms.units[spelling] ?? units.get(spelling);
  if (column === "price_per") {
    const unit = codeSynonyms.units[spelling] ?? units.get(spelling) ?? spelling;
    return pricedUnits[unit];
  }
  if (column === "status") return codeSynonyms.statuses[spelling];
  const isEmpty =
    (column === "price" && priceWords.has(spelling)) ||
    (column === "shelf_life_expires" && noDates.has(spelling));
  return isEmpty ? "" : undefined;
}
