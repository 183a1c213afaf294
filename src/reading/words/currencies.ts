// What the signs and names of currencies mean. A dollar can have many codes, and ¥ has two.

const codes = {
  USD: "$, US$, USD$, dollar, dollars, US dollar, US dollars",
  EUR: "€, euro, euros",
  GBP: "£, sterling",
  JPY: "¥, yen",
  CNY: "¥",
  CAD: "CA$, C$",
  AUD: "A$, AU$",
  BRL: "R$",
  HKD: "HK$",
  NZD: "NZ$",
  SGD: "S$",
  CHF: "fr., sfr.",
  PLN: "zł",
  CZK: "Kč",
  SEK: "kr",
  NOK: "kr",
  DKK: "kr, kr.",
  ISK: "kr, kr.",
  INR: "₹",
  TRY: "₺",
  ILS: "₪",
  KRW: "₩",
} as const;

/** The codes that a sign or name in lower case may mean. */
export const currencySigns: ReadonlyMap<string, readonly string[]> = Object.entries(codes)
  .flatMap(([code, signs]) => signs.split(", ").map((sign) => [sign.toLowerCase(), code] as const))
  .reduce(
    (known, [sign, code]) => known.set(sign, [...(known.get(sign) ?? []), code]),
    new Map<string, string[]>(),
  );

/** Currencies that people write with a dollar sign alone. */
export const dollarCurrencies: readonly string[] = (
  "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP BBD BMD BND BSD BZD CUP FJD GYD JMD KYD " +
  "LRD NAD SBD SRD TTD XCD"
).split(" ");

/** By code, the sign and country of a number format, which Windows numbers or names. */
export const formatCountries = {
  USD: "$ 409, $ en-us",
  CAD: "$ 1009, $ en-ca, $ c0c, $ fr-ca",
  AUD: "$ c09, $ en-au",
  NZD: "$ 1409, $ en-nz",
  SGD: "$ 1004, $ 4809",
  HKD: "$ c04, $ 3c09",
  MXN: "$ 80a, $ es-mx",
  JPY: "¥ 411, ¥ ja-jp",
  CNY: "¥ 804, ¥ zh-cn",
};
