// The currency of a new account, chosen from all that the service knows.
import { type Option, renderSelect } from "../html/field.ts";
import type { FieldFault, FormState } from "../html/form.ts";
import type { Html } from "../html/html.ts";
import { type Currency, listCurrencies, parseCurrency } from "../money.ts";
import type { Fields } from "../site/fields.ts";
import { texts } from "./texts.ts";

const name = "currency";
const maxQuoted = 20;

function listOptions(): readonly Option[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return [...listCurrencies().keys()]
    .sort()
    .map((code) => ({ value: code, text: texts.currency.option(code, names.of(code) ?? code) }));
}

const options = listOptions();

/** A value that is no currency selects none, so that another is not sent unseen. */
export function renderCurrencyField(state: FormState): Html {
  const isKnown = parseCurrency(state.value(name)) !== undefined;
  const none = { value: "", text: texts.currency.choose };
  return renderSelect(state, {
    name,
    label: texts.currency.label,
    hint: texts.currency.hint,
    options: isKnown ? options : [none, ...options],
  });
}

export function readCurrency(form: Fields): Currency | FieldFault {
  const typed = form.text(name).trim();
  const quoted = [...typed.toWellFormed()].slice(0, maxQuoted).join("");
  return parseCurrency(typed) ?? { field: name, text: texts.currency.fault(quoted) };
}
