// Exact money: integers of a currency's minor unit inside, decimal strings outside (decision 29).
// Invariant: an amount is never a floating point number.

declare const currencyBrand: unique symbol;

/** The ISO 4217 code of an active currency; only `parseCurrency` creates one. */
export type Currency = string & { readonly [currencyBrand]: true };

/** An amount in minor units (cents for USD, yen for JPY) of one currency. */
export type Money = { readonly minor: bigint; readonly currency: Currency };

/** `exact_amount` only of a unit price that `amount` rounds; see `price.ts`. */
export type WireMoney = {
  readonly amount: string;
  readonly currency: string;
  readonly exact_amount?: string;
};

/** A percentage in hundredths of a percent: 750 is 7.5%. */
export type BasisPoints = number;

/**
 * The highest price that enters, in minor units: the replica's numbers are exact up to it. Totals
 * are higher, and so may prices be that entered before (decision 29).
 */
export const maxPriceMinor = BigInt(Number.MAX_SAFE_INTEGER);

const codesByDigits: ReadonlyArray<readonly [digits: number, codes: string]> = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
    CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
    GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR
    LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD
    PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
    SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW
    ZWG`,
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

const digitsByCode: ReadonlyMap<string, number> = new Map(
  codesByDigits.flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, digits] as const),
  ),
);

export function listCurrencies(): ReadonlyMap<string, number> {
  return digitsByCode;
}

/** The currency of a three-letter code in capitals; undefined if it is not active. */
export function parseCurrency(code: string): Currency | undefined {
  return digitsByCode.has(code) ? (code as Currency) : undefined;
}

/** How many decimal digits the currency has: USD 2, JPY 0, KWD 3. */
export function currencyDigits(currency: Currency): number {
  return digitsByCode.get(currency) ?? 2;
}

export function formatAmount(money: Money): string {
  const digits = currencyDigits(money.currency);
  if (digits === 0) return money.minor.toString();
  const sign = money.minor < 0n ? "-" : "";
  const text = (money.minor < 0n ? -money.minor : money.minor).toString().padStart(digits + 1, "0");
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Groups the digits of a whole number: 12,345. */
export function groupDigits(whole: string | number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function toWireMoney(money: Money): WireMoney {
  return { amount: formatAmount(money), currency: money.currency };
}

/** Parses "7.5" or "7.25" into basis points; undefined if not from 0 to 100 or too precise. */
export function parsePercent(text: string): BasisPoints | undefined {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text);
  if (found === null) return undefined;
  const points = Number(`${found[1]}${(found[2] ?? "").padEnd(2, "0")}`);
  return points <= 10_000 ? points : undefined;
}
