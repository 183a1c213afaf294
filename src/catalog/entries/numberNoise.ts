// What people write around a part number, as data. All is compared in capitals.

/** The words that say that a part number follows, alone or before NO and NUMBER. */
export const numberLabels: ReadonlySet<string> = new Set(
  "P/N PN P-N P.N PNR MPN PART/NO PART-NO PARTNO PART#".split(" "),
);
/** Say so only after one of `labeledThings`. */
export const labelEndings: ReadonlySet<string> = new Set("NO NR NUM NUMBER".split(" "));
export const labeledThings: ReadonlySet<string> = new Set(
  "PART ITEM MODEL MFR MFG MANUFACTURER P".split(" "),
);

/** A label without a space before its number. */
export const gluedLabel = /^(?:P[/.-]?N[RO]?|MPN)[-.]?(?=.*\d)/;

/** What follows these is no part number: a quantity, a revision, a maker, a serial number. */
export const otherLabels: ReadonlySet<string> = new Set(
  (
    "QTY QTY. QUANTITY QNTY REV REV. REVISION ISSUE ISS CHG CHANGE CAGE CAGE/CODE FSCM NCAGE " +
    "CODE S/N SN SER SERIAL LOT BATCH PO P/O ATA FIG FIGURE NSN NIIN ALT PRICE USD EUR"
  ).split(" "),
);

/** A quantity stands before these. */
export const unitWords: ReadonlySet<string> = new Set(
  (
    "EA EACH EA. PC PCS PCS. PC. PCE PIECE PIECES UN UNIT UNITS ST STK SET SETS KT KIT KITS PK " +
    "PKG PACK BX BOX RL ROLL FT IN LB LBS KG M GAL QT X OFF"
  ).split(" "),
);

/** Conditions and other words that are no part of a number. */
export const otherWords: ReadonlySet<string> = new Set(
  (
    "NE NS NEW OH OVERHAULED SV SERVICEABLE RP REPAIRED AR US USED FN NO NR OR AND THE FOR OF " +
    "AOG RFQ ASAP PLS PLEASE NEED REQ REQD QUOTE RE TO WITH W/ CERT FAA EASA FORM COC DUAL BY FROM"
  ).split(" "),
);

const units = "(?:EA|EACH|PCS?|PCE|UNITS?|OFF)";

/** Tokens that are noise by their form: 2PCS, QTY2, X2, 2X, REVA, $12.50. */
export const noiseToken = new RegExp(
  `^(?:\\d{1,4}[.,]?\\d{0,2}${units}\\.?|QTY\\.?\\d+|X\\d{1,5}|\\d{1,5}X|` +
    "REV[.-]?[0-9A-Z]{1,2}|[$€£][\\d.,]*|\\d+%)$",
);

/** What is written to the end or the beginning of a number without a space. */
export const gluedNoise: readonly RegExp[] = [
  /[-/._]?REV[-._/]?[0-9A-Z]{1,2}$/,
  /X\d{1,5}$/,
  /^\d{1,5}X(?=.{4})/,
  /(?<=\d)(?:EA|EACH|PCS?)$/,
  /[-/_](?:EA|PCS?|NE|NS|NEW|OH|SV|AR)$/,
  /^[0-9A-Z]{5}[-/_](?=.*\d)/,
  /^[A-Z]{3,}[-/_](?=.*\d)/,
  /[/_][A-Z]{3,}$/,
];
