// What a quantity in one unit is in another, if that is certain. Pure. Invariant: a box, can or
// roll is never converted, because only its vendor knows what it contains.

/** Units that measure the same, by how many of the smallest each has. */
const families: readonly Readonly<Record<string, number>>[] = [
  { EA: 1, PR: 2, DZ: 12, HD: 100 },
  { IN: 1, FT: 12, YD: 36 },
  { CM: 1, MR: 100 },
  { OZ: 1, LB: 16 },
  { GM: 1, KG: 1000 },
  { ML: 1, LI: 1000 },
  { PT: 1, QT: 2, GL: 8 },
];

/** The whole number of units `to` that so many units `from` are; null if there is none. */
export function convertAmount(amount: number, from: string, to: string): number | null {
  const family = families.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  const converted = (amount * (family?.[from] ?? 0)) / (family?.[to] ?? 1);
  return Number.isInteger(converted) && converted > 0 ? converted : null;
}
