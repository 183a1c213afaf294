// What people write into a cell that has no value.
import { foldAccents } from "../fold.ts";
import type { Words } from "./headers.ts";

/** There is none, in any column. */
const none: Words = {
  en:
    "-, --, ---, N/A, N.A., none, nil, null, TBD, TBA, unknown, not applicable, not available, " +
    "no number, no P/N",
  fr: "néant, aucun, aucune, sans objet, S/O, sans référence, inconnu, non communiqué",
  de: "o.A., ohne Angabe, k.A., keine Angabe, keine, entfällt, unbekannt",
  es: "S/C, sin código, S/N, sin número, sin referencia, ninguno, ninguna, S/D, sin datos",
  pt: "sem código, sem número, sem referência, nenhum, nenhuma, N/D, desconhecido",
};

/** The price is on request. */
const onRequest: Words = {
  en:
    "call, call for price, call for pricing, call us, please call, POA, P.O.A., POR, RFQ, " +
    "request, request quote, quote, please quote, on request, price on request, upon request, " +
    "NA, inquire, enquire, ask, contact, contact us, email, *, ?",
  fr: "sur demande, prix sur demande, nous consulter, consulter",
  de: "auf Anfrage, Anfrage, Preis auf Anfrage, a.A.",
  es: "consultar, a consultar, precio a consultar",
  pt: "sob consulta, consulte",
};

/** There is no last day. */
const noDay: Words = { en: "NA, unlimited, indefinite, no limit" };

/** A text as placeholders are compared: "N / A" and "n/a". */
function fold(text: string): string {
  return foldAccents(text.trim())
    .replace(/\s*([/.])\s*/g, "$1")
    .replace(/\s+/g, " ");
}

function collect(...lists: readonly Words[]): ReadonlySet<string> {
  return new Set(
    lists.flatMap((words) => Object.values(words).flatMap((list) => list.split(", "))).map(fold),
  );
}

const placeholders = collect(none);
const requests = collect(none, onRequest);
const openDays = collect(none, noDay);
const maxLength = Math.max(...[...placeholders].map(({ length }) => length));

/** Whether a text says that there is no value, where people must not leave a cell empty. */
export function isPlaceholder(text: string): boolean {
  return text.length <= maxLength && placeholders.has(fold(text));
}

/** Whether a text says that a price is on request. */
export function isOnRequest(text: string): boolean {
  return (
    requests.has(fold(text)) ||
    requests.has(
      fold(text)
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    )
  );
}

/** Whether a text says that there is no last day. */
export function isNoDay(text: string): boolean {
  return openDays.has(fold(text));
}
