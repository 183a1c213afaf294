// Whether two part numbers differ only in how they are written: a missing or extra dash, or
// characters that look alike. Pure. It decides nothing: a person compares such numbers, because
// 211171 is 211-171 in one catalog and 2111-71 in another.
import { partNumberKey } from "../../catalog/partNumber.ts";

/** A piece of a number, and whether the other number has it too. */
export type Piece = { readonly text: string; readonly isSame: boolean };

/** Characters that look alike, L as the small one. */
const lookalikes = ["0O", "1IL", "5S", "8B"];

type Step = { readonly written: string; readonly meant: string };

const isSeparator = (character: string): boolean => !/[\p{L}\p{N}]/u.test(character);

function areAlike(one: string, other: string): boolean {
  if (isSeparator(one) || isSeparator(other)) return isSeparator(one) && isSeparator(other);
  return one === other || lookalikes.some((some) => some.includes(one) && some.includes(other));
}

/** The characters side by side, one of them empty where a separator is missing. */
function align(written: readonly string[], meant: readonly string[]): Step[] | undefined {
  const steps: Step[] = [];
  let [at, place] = [0, 0];
  while (at < written.length || place < meant.length) {
    const [one = "", other = ""] = [written[at], meant[place]];
    if (one !== "" && other !== "" && areAlike(one, other)) {
      steps.push({ written: one, meant: other });
      at += 1;
      place += 1;
    } else if (other !== "" && isSeparator(other)) {
      steps.push({ written: "", meant: other });
      place += 1;
    } else if (one !== "" && isSeparator(one)) {
      steps.push({ written: one, meant: "" });
      at += 1;
    } else return undefined;
  }
  return steps;
}

function joinPieces(steps: readonly Step[], side: keyof Step): Piece[] {
  const pieces: Piece[] = [];
  for (const step of steps) {
    const isSame = step.written === step.meant;
    const last = pieces.at(-1);
    if (last?.isSame === isSame) {
      pieces[pieces.length - 1] = { text: last.text + step[side], isSame };
    } else pieces.push({ text: step[side], isSame });
  }
  return pieces.filter(({ text }) => text !== "");
}

/**
 * Both numbers in pieces, as their keys are written; undefined if they differ in more than missing
 * or extra separators and characters that look alike. If a separator is missing and another one is
 * extra, it is at another place, and that makes another number: 21117-1 and 211-171.
 */
export function comparePartNumbers(
  written: string,
  meant: string,
): { readonly written: readonly Piece[]; readonly meant: readonly Piece[] } | undefined {
  const steps = align([...partNumberKey(written)], [...partNumberKey(meant)]);
  if (steps === undefined) return undefined;
  const isMoved =
    steps.some((step) => step.written === "") && steps.some((step) => step.meant === "");
  if (isMoved) return undefined;
  return { written: joinPieces(steps, "written"), meant: joinPieces(steps, "meant") };
}
