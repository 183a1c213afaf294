// What an audit event did, in words: its action, and the values before and after.
import type { StoredAuditEvent } from "../../audit/queries.ts";
import { capitalize } from "../../html/capitalize.ts";
import { groupDigits } from "../../money.ts";
import { texts } from "./texts.ts";

const actions: ReadonlyMap<string, string> = new Map(Object.entries(texts.actions));

/** An action as pages call it; the log itself keeps the words that it was recorded with. */
export function nameAction(action: string): string {
  return actions.get(action) ?? action;
}

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** The values of a stored state; undefined if it is no flat object. */
export function readValues(json: string | null): Values | undefined {
  const state: unknown = json === null ? null : JSON.parse(json);
  if (state === null || typeof state !== "object" || Array.isArray(state)) return undefined;
  const isFlat = Object.values(state).every((value) => value === null || typeof value !== "object");
  return isFlat ? (state as Values) : undefined;
}

/** The label and text of a value: `discount_basis_points` 750 is the discount 7.5%. */
export function describeValue(name: string, value: Values[string]): readonly [string, string] {
  if (name === "discount_basis_points") {
    return ["Discount", `${Number(value) / 100}%`];
  }
  const label = capitalize(name.replaceAll("_", " "));
  return [label, value === null || value === "" ? texts.event.none : String(value)];
}

function describePrice(json: string | null): string | null {
  const values = readValues(json);
  const { unit_price: price, currency, discount_percent: discount } = values ?? {};
  if (price) {
    const [whole = "", ...decimals] = String(price).split(".");
    return `${String(currency ?? "")} ${[groupDigits(whole), ...decimals].join(".")}`.trim();
  }
  return discount ? texts.event.offList(String(discount)) : null;
}

/** The price or discount that an event set, and which one before; null if it set none. */
export function describeTerms({ subjectKind, before, after }: StoredAuditEvent): string | null {
  if (subjectKind === "account") {
    const discount = Number(readValues(after)?.["discount_basis_points"] ?? 0);
    return discount > 0 ? texts.event.offList(String(discount / 100)) : null;
  }
  if (subjectKind !== "agreement rule") return null;
  const [old, current] = [describePrice(before), describePrice(after)];
  if (old === null || current === null || old === current) return current ?? old;
  return `${old} → ${current}`;
}
