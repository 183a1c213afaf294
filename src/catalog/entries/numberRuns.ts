// The texts within an entry that may be a part number. Pure. Invariant: the number of runs is
// bounded, whatever the entry is; the catalog decides which of them is one.

import { barePartNumber, foldFullWidth, partNumberKey } from "../partNumber.ts";

// What people write around a part number, as data. All is compared in capitals.

/** The words that say that a part number follows, alone or before NO and NUMBER. */
const numberLabels: ReadonlySet<string> = new Set(
  "P/N PN P-N P.N PNR MPN PART/NO PART-NO PARTNO PART#".split(" "),
);
/** Say so only after one of `labeledThings`. */
const labelEndings: ReadonlySet<string> = new Set("NO NR NUM NUMBER".split(" "));
const labeledThings: ReadonlySet<string> = new Set(
  "PART ITEM MODEL MFR MFG MANUFACTURER P".split(" "),
);

/** A label without a space before its number. */
const gluedLabel = /^(?:P[/.-]?N[RO]?|MPN)[-.]?(?=.*\d)/;

/** What follows these is no part number: a quantity, a revision, a maker, a serial number. */
const otherLabels: ReadonlySet<string> = new Set(
  (
    "QTY QTY. QUANTITY QNTY REV REV. REVISION ISSUE ISS CHG CHANGE CAGE CAGE/CODE FSCM NCAGE " +
    "CODE S/N SN SER SERIAL LOT BATCH PO P/O ATA FIG FIGURE NSN NIIN ALT PRICE USD EUR"
  ).split(" "),
);

/** A quantity stands before these. */
const unitWords: ReadonlySet<string> = new Set(
  (
    "EA EACH EA. PC PCS PCS. PC. PCE PIECE PIECES UN UNIT UNITS ST STK SET SETS KT KIT KITS PK " +
    "PKG PACK BX BOX RL ROLL FT IN LB LBS KG M GAL QT X OFF"
  ).split(" "),
);

/** Conditions and other words that are no part of a number. */
const otherWords: ReadonlySet<string> = new Set(
  (
    "NE NS NEW OH OVERHAULED SV SERVICEABLE RP REPAIRED AR US USED FN NO NR OR AND THE FOR OF " +
    "AOG RFQ ASAP PLS PLEASE NEED REQ REQD QUOTE RE TO WITH W/ CERT FAA EASA FORM COC DUAL BY FROM"
  ).split(" "),
);

const units = "(?:EA|EACH|PCS?|PCE|UNITS?|OFF)";

/** Tokens that are noise by their form: 2PCS, QTY2, X2, 2X, REVA, $12.50. */
const noiseToken = new RegExp(
  `^(?:\\d{1,4}[.,]?\\d{0,2}${units}\\.?|QTY\\.?\\d+|X\\d{1,5}|\\d{1,5}X|` +
    "REV[.-]?[0-9A-Z]{1,2}|[$€£][\\d.,]*|\\d+%)$",
);

/** What is written to the end or the beginning of a number without a space. */
const gluedNoise: readonly RegExp[] = [
  /[-/._]?REV[-._/]?[0-9A-Z]{1,2}$/,
  /X\d{1,5}$/,
  /^\d{1,5}X(?=.{4})/,
  /(?<=\d)(?:EA|EACH|PCS?)$/,
  /[-/_](?:EA|PCS?|NE|NS|NEW|OH|SV|AR)$/,
  /^[0-9A-Z]{5}[-/_](?=.*\d)/,
  /^[A-Z]{3,}[-/_](?=.*\d)/,
  /[/_][A-Z]{3,}$/,
];

/** A text within an entry, in the places `from` to before `to` of its tokens. */
export type NumberRun = {
  readonly key: string;
  readonly bare: string;
  readonly from: number;
  readonly to: number;
  /** Whether a label such as P/N is before it. */
  readonly isLabeled: boolean;
};

const maxTokens = 40;
const maxRunTokens = 4;
const maxRuns = 150;
/** Longer words are no part of a number with spaces. */
const maxWordLength = 4;
const minBareLength = 3;

type Token = { readonly text: string; readonly start: number };

const separators = /[^\s,;:"'`´‘’“”„«»()[\]{}<>=#|*+!?@×✕\\]+/gu;
const edges = /^[-/._]+|[-/._]+$/g;

function listTokens(text: string): Token[] {
  return [...text.matchAll(separators)].slice(0, maxTokens).map((match) => {
    const trimmed = match[0].replace(edges, "");
    const start = match.index + match[0].indexOf(trimmed);
    return { text: trimmed, start };
  });
}

type TokenKind = "label" | "labeled" | "noise" | "number" | "word";

const shortNumber = /^\d{1,4}$/;

/** Whether a label ends before a token: P/N, PART NO, or the NO of P/N NO. */
function isAfterNumberLabel(before: string, beforeThat: string): boolean {
  if (!labelEndings.has(before)) return numberLabels.has(before);
  return labeledThings.has(beforeThat) || numberLabels.has(beforeThat);
}

function isAfterOtherLabel(before: string, beforeThat: string): boolean {
  return otherLabels.has(labelEndings.has(before) ? beforeThat : before);
}

function isNoise(text: string, next: string): boolean {
  if (otherLabels.has(text) || unitWords.has(text) || otherWords.has(text)) return true;
  return noiseToken.test(text) || (unitWords.has(next) && shortNumber.test(text));
}

/** The kind of a token, given the texts of the two before it and the one after it. */
function kindOf(text: string, before: string, beforeThat: string, next: string): TokenKind {
  const isLabel = numberLabels.has(text) || (labelEndings.has(text) && labeledThings.has(before));
  if (isLabel) return "label";
  if (text !== "" && isAfterNumberLabel(before, beforeThat)) return "labeled";
  if (text === "" || isNoise(text, next) || isAfterOtherLabel(before, beforeThat)) return "noise";
  return /\d/.test(text) ? "number" : "word";
}

function isNumberLike(text: string, isLabeled: boolean): boolean {
  const { length } = barePartNumber(text);
  if (isLabeled) return length >= minBareLength - 1;
  return /\d/.test(text) && length >= minBareLength;
}

/** What a token may be without what is written to it. */
function listVariants(token: string): string[] {
  const unlabeled = token.replace(gluedLabel, "");
  const stripped = [token, unlabeled].flatMap((text) =>
    gluedNoise.map((noise) => text.replace(noise, "")),
  );
  const parts = /[/_]/.test(token) ? token.split(/[/_]/) : [];
  return [...new Set([unlabeled, ...stripped, ...parts])].filter((text) => text !== token);
}

type KnownToken = Token & { readonly kind: TokenKind };

function listKnownTokens(text: string): KnownToken[] {
  const tokens = listTokens(text);
  const at = (place: number) => tokens[place]?.text ?? "";
  return tokens.map((token, place) => {
    return { ...token, kind: kindOf(token.text, at(place - 1), at(place - 2), at(place + 1)) };
  });
}

/** Where the runs that begin at a token end: before what ends a run. */
function findRunEnds(tokens: readonly KnownToken[], from: number): number[] {
  const rest = tokens.slice(from, from + maxRunTokens);
  const ends = rest.findIndex(
    ({ kind, text }, place) =>
      kind === "noise" ||
      kind === "label" ||
      (kind === "labeled" && place > 0) ||
      (kind === "word" && text.length > maxWordLength),
  );
  return rest.slice(0, ends < 0 ? rest.length : ends).map((_, place) => from + place + 1);
}

/**
 * The runs of one to four tokens of an entry that may be its part number, those of one token with
 * what they are without glued noise. Labels, quantities, units, revisions and words end a run.
 */
export function listNumberRuns(entry: string): NumberRun[] {
  const text = foldFullWidth(partNumberKey(entry));
  const tokens = listKnownTokens(text);
  const runs = tokens.flatMap((first, from) => {
    const isLabeled = first.kind === "labeled";
    const whole = findRunEnds(tokens, from).map((to) => {
      const last = tokens[to - 1] ?? first;
      return { key: text.slice(first.start, last.start + last.text.length), to };
    });
    const variants =
      whole.length === 0 || first.kind === "word"
        ? []
        : listVariants(first.text).map((key) => ({ key, to: from + 1 }));
    return [...whole, ...variants]
      .filter(({ key }) => key !== text && isNumberLike(key, isLabeled))
      .map(({ key, to }) => ({ key, bare: barePartNumber(key), from, to, isLabeled }));
  });
  return runs.slice(0, maxRuns);
}

/** The text of an entry that most likely is its part number; undefined if none can be. */
export function findLikelyNumber(entry: string): string | undefined {
  const text = foldFullWidth(partNumberKey(entry));
  const runs = listNumberRuns(entry).filter(({ from, to }) => to === from + 1);
  const isWhole = !text.includes(" ") || runs.length === 0;
  if (isWhole && isNumberLike(text, false) && listTokens(text).length < 3) return text;
  const [best] = runs.toSorted(
    (one, other) =>
      Number(other.isLabeled) - Number(one.isLabeled) || other.bare.length - one.bare.length,
  );
  return best?.key;
}
