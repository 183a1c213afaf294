// What the parts of a form can be, as far as words and digits decide it.
import { markUnits, meaningOf, wordsOf } from "./lexicon.ts";
import type { Element, Elements, Line } from "./patterns.ts";
import { isWord } from "./tokens.ts";

const unitCodes: ReadonlySet<string> = new Set(wordsOf("unit").values());

/** The code of a unit that is known; a single letter is none, because M is meters or a thousand. */
export function findUnit(word: string): string | undefined {
  const code = word.toUpperCase();
  if (word.length === 1) return markUnits.get(word);
  return meaningOf("unit", word) ?? (unitCodes.has(code) ? code : undefined);
}

const isGlued = ({ tokens }: Line, at: number) => tokens[at]?.isSpaced === false;
const isDigits = ({ tokens }: Line, at: number) => /^\d+$/.test(tokens[at]?.text ?? "");
const endsAt = (isThere: boolean, at: number): readonly number[] => (isThere ? [at + 1] : []);

/** A mark or a word with this meaning. */
function joiner(meaning: string): Element {
  return ({ tokens }, at) =>
    endsAt(isWord(tokens, at) && meaningOf("joiner", tokens[at]?.text ?? "") === meaning, at);
}

export function mark(marks: string): Element {
  return ({ tokens }, at) => {
    const { kind, text = "" } = tokens[at] ?? {};
    return endsAt(kind === "mark" && marks.includes(text), at);
  };
}

/** Whether a token starts a text, or white space or one of these marks is before it. */
export function isAfter({ tokens }: Line, at: number, marks: string): boolean {
  const { text = "" } = tokens[at - 1] ?? {};
  return at === 0 || tokens[at]?.isSpaced !== false || marks.includes(text);
}

/** As `isAfter`, of what ends before a token. */
export function isBefore({ tokens }: Line, at: number, marks: string): boolean {
  const one = tokens[at];
  return one === undefined || one.isSpaced || marks.includes(one.text);
}

/** "12", "12,5", "1'250.50": the longest first. */
const figure: Element = (line, at) => {
  if (!isDigits(line, at)) return [];
  const ends = [at + 1];
  for (let end = at + 1; ; end += 2) {
    const isMark = isGlued(line, end) && ".,'’".includes(line.tokens[end]?.text ?? " ");
    if (!isMark || !isGlued(line, end + 1) || !isDigits(line, end + 1)) return ends.toReversed();
    ends.push(end + 2);
  }
};

/** A whole number without marks. */
const whole: Element = (line, at) => endsAt(/^[1-9]\d{0,6}$/.test(line.tokens[at]?.text ?? ""), at);

/** "1 250 000": the longest first. */
const spaced: Element = (line, at) => {
  const { tokens } = line;
  if (!isDigits(line, at) || (tokens[at]?.text.length ?? 0) > 3) return [];
  const isGroup = (end: number) => {
    const gap = (tokens[end]?.start ?? 0) - (tokens[end - 1]?.end ?? 0);
    return gap === 1 && isDigits(line, end) && tokens[end]?.text.length === 3;
  };
  const ends: number[] = [];
  for (let end = at + 1; isGroup(end) && !isGlued(line, end); end += 1) ends.push(end + 1);
  return ends.toReversed();
};

/** The point after an abbreviation. */
function withPoint(line: Line, end: number): readonly number[] {
  const isPoint = isGlued(line, end) && line.tokens[end]?.text === ".";
  return isPoint ? [end + 1, end] : [end];
}

/** Any word that may be a unit, or a mark of feet or inches. */
const unit: Element = (line, at) => {
  const { kind, text = "" } = line.tokens[at] ?? {};
  if (kind === "mark") return endsAt(markUnits.has(text), at);
  return kind === "letters" && /^(?!x$)\p{L}+$/iu.test(text) ? withPoint(line, at + 1) : [];
};

/** A unit that is known: of single letters, L and G end part numbers such as AN960 10L. */
const known: Element = (line, at) => {
  const { kind, text = "" } = line.tokens[at] ?? {};
  const isUnit = text.length === 1 ? /[mlgM]/.test(text) : findUnit(text) !== undefined;
  if (kind !== "letters" || !isUnit) return [];
  return withPoint(line, at + 1).filter((end) => isBefore(line, end, ",;)"));
};

const label: Element = ({ tokens }, at) => {
  const { kind, text = "" } = tokens[at] ?? {};
  if (kind !== "letters" || meaningOf("label", text) !== "quantity") return [];
  const end = tokens.findIndex((one, place) => place > at && !".:=".includes(one.text));
  return [end === -1 ? tokens.length : end];
};

export const elements: Elements = new Map(
  Object.entries<Element>({
    figure,
    whole,
    spaced,
    number: (line, at) => [...spaced(line, at), ...figure(line, at)],
    unit,
    known,
    label,
    piece: (line, at) =>
      findUnit(line.tokens[at]?.text ?? "") === "EA" ? withPoint(line, at + 1) : [],
    word: ({ tokens }, at) =>
      endsAt(isWord(tokens, at) && meaningOf("number", tokens[at]?.text ?? "") !== undefined, at),
    about: (line, at) => {
      const [end] = [...joiner("about")(line, at), ...mark("~")(line, at)];
      return end === undefined ? [] : withPoint(line, end).slice(0, 1);
    },
    x: ({ tokens }, at) => endsAt(/^x$/i.test(tokens[at]?.text ?? ""), at),
    star: mark("*×✕"),
    times: ({ tokens }, at) => endsAt(/^[x*×✕]$/i.test(tokens[at]?.text ?? ""), at),
    "/": mark("/"),
    "(": mark("("),
    ")": mark(")"),
    _: ({ tokens }, at) => (tokens[at]?.isSpaced === false ? [] : [at]),
    "~": ({ tokens }, at) => {
      const end = tokens.findIndex(({ text }, place) => place >= at && !",;()".includes(text));
      const next = end === -1 ? tokens.length : end;
      return next > at || tokens[at]?.isSpaced !== false ? [next] : [];
    },
  }),
);
