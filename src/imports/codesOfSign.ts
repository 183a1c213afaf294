// What people write for a currency instead of its ISO 4217 code. Only suggested, never read as the
// code: a dollar can be of many countries.

const signs: Readonly<Record<string, readonly string[]>> = {
  $: ["USD"],
  US$: ["USD"],
  USD$: ["USD"],
  DOLLAR: ["USD"],
  DOLLARS: ["USD"],
  "US DOLLAR": ["USD"],
  "US DOLLARS": ["USD"],
  "€": ["EUR"],
  EURO: ["EUR"],
  EUROS: ["EUR"],
  "£": ["GBP"],
  STERLING: ["GBP"],
  "¥": ["JPY", "CNY"],
  YEN: ["JPY"],
  CA$: ["CAD"],
  C$: ["CAD"],
  A$: ["AUD"],
  AU$: ["AUD"],
};

/** The codes that a sign or a name of a currency can stand for; none where it is not known. */
export function codesOfSign(text: string): readonly string[] {
  const sign = text.toUpperCase();
  return Object.hasOwn(signs, sign) ? (signs[sign] ?? []) : [];
}
