// Generates part numbers with the format of real ones but the fictional prefix DA. Invariants: the
// shares of lengths and punctuation are realistic, and no number occurs twice.
import type { Weights } from "./demoKind.ts";
import type { DemoRandom } from "./demoRandom.ts";

/** Related part numbers, oldest first; never empty. */
export type DemoNumberFamily = readonly string[];

const prefix = "DA";

// "#" is a digit, the first of a group never 0; "A" is a letter. Weights are per family.
const shapes: Weights = {
  "#####-#": 190,
  "#####-##": 105,
  "####-#": 48,
  "###-##": 26,
  "#####-###": 40,
  "####-##-#": 24,
  "###-####-#": 22,
  "####A####-#": 22,
  "###-#####-###": 18,
  "##A######-##A": 16,
  "#####": 74,
  "####": 18,
  "######": 72,
  "#####A#": 46,
  "###A####": 38,
  "########": 30,
  "#####/#": 9.5,
  "####-#/#": 4,
  "###/##": 6,
  "#### A": 2.5,
  "##### A#": 1,
};

const letters = [..."ABCDEFGHJKLMNPRSTUVWXYZ"];
const nearDuplicateShare = 0.02;

function fillPattern(pattern: string, random: DemoRandom): string {
  let afterDigit = false;
  let filled = prefix;
  for (const sign of pattern) {
    if (sign === "#") filled += random.between(afterDigit ? 0 : 1, 9);
    else filled += sign === "A" ? random.pick(letters) : sign;
    afterDigit = sign === "#";
  }
  return filled;
}

/** Some numbers with a dash have a family: DA21117-1, DA21117-2 and DA21117-3. */
function growFamily(number: string, random: DemoRandom): string[] {
  const [, stem, tail] = /^(.+-)(\d+)$/.exec(number) ?? [];
  if (stem === undefined || tail === undefined || random.chance(0.83)) return [number];
  const first = Number(tail);
  const step = random.pick([1, 1, 1, 2]);
  const size = random.between(2, 6);
  const tails = Array.from({ length: size }, (_, index) => String(first + index * step));
  return tails.filter((one) => one.length === tail.length).map((one) => stem + one);
}

/** Moves the dash one place to the left: DA21117-1 becomes DA2111-71. */
function findNearDuplicate(number: string): string | undefined {
  const [, stem, moved, tail] = /^(DA\d{3,4})([1-9])-(\d)$/.exec(number) ?? [];
  return stem === undefined ? undefined : `${stem}-${moved}${tail}`;
}

/**
 * Generates families without end, and without numbers in `taken`. In the long run 70% of the
 * numbers have a dash, 1.9% a slash and 0.4% a space; half have up to 9 characters, 95% up to 13.
 */
export function* generateDemoPartNumbers(
  random: DemoRandom,
  taken: Iterable<string>,
): Generator<DemoNumberFamily, never> {
  const used = new Set(taken);
  for (;;) {
    const number = fillPattern(random.pickName(shapes), random);
    const family = growFamily(number, random).filter((one) => !used.has(one));
    for (const one of family) used.add(one);
    if (family.length > 0) yield family;
    const similar = random.chance(nearDuplicateShare) ? findNearDuplicate(number) : undefined;
    if (similar === undefined || used.has(similar)) continue;
    used.add(similar);
    yield [similar];
  }
}
