// The currency of a new account: first those in use, then all others that are money.

import { type Option, renderSelect } from "../kit/html/field.ts";
import type { FieldFault, FormState } from "../kit/html/form.ts";
import type { Html } from "../kit/html/html.ts";
import { type Currency, listCurrencies, parseCurrency } from "../kit/money.ts";
import type { Fields } from "../kit/site/fields.ts";
import type { CurrenciesInUse } from "./currencyQueries.ts";

const name = "currency";
const maxQuoted = 20;

/** Codes of funds and units of account: nobody pays with them. */
const funds: readonly string[] = ["BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYW"];

function listOptions(): readonly Option[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return [...listCurrencies().keys()]
    .filter((code) => !funds.includes(code))
    .sort()
    .map((code) => ({ value: code, text: `${code} – ${names.of(code) ?? code}` }));
}

const allOptions = listOptions();

/** USD unless the catalog has other currencies only. */
export function usualCurrency({ catalog: [first, ...more] }: CurrenciesInUse): string {
  return first === undefined || [first, ...more].some((one) => one === "USD") ? "USD" : first;
}

/** A value that is no currency selects none, so that another is not sent unseen. */
export function renderCurrencyField(state: FormState, inUse: CurrenciesInUse): Html {
  const first: readonly string[] = [...inUse.catalog, ...inUse.accounts];
  const isFirst = ({ value }: Option) => first.includes(value);
  const options = [
    ...allOptions.filter(isFirst),
    ...allOptions.filter((option) => !isFirst(option)),
  ];
  const isListed = options.some(({ value }) => value === parseCurrency(state.value(name)));
  const none = { value: "", text: "Choose a currency" };
  return renderSelect(state, {
    name,
    label: "Currency",
    hint: [
      "Used where an agreement names no currency. It can't be changed later.",
      describeCatalogCurrencies(inUse),
    ]
      .filter(Boolean)
      .join(" "),
    options: isListed ? options : [none, ...options],
  });
}

/** "Catalog prices are in USD."; null for a catalog without prices. */
export function describeCatalogCurrencies({ catalog }: CurrenciesInUse): string | null {
  return catalog.length === 0 ? null : `Catalog prices are in ${catalog.join(", ")}.`;
}

export function readCurrency(form: Fields): Currency | FieldFault {
  const typed = form.text(name).trim();
  const quoted = [...typed.toWellFormed()].slice(0, maxQuoted).join("");
  return (
    parseCurrency(typed) ?? {
      field: name,
      text:
        quoted === ""
          ? "Choose a currency."
          : `“${quoted}” is not a currency code. Choose a currency from the list.`,
    }
  );
}
