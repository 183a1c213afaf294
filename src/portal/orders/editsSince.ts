// What changed in a draft after a form showed it, and whether the same person changed it.
import type { Queryable } from "../../db/database.ts";
import type { ConflictField } from "../../html/conflict.ts";
import type { StoredOrder } from "../../orders/order.ts";
import type { Change, LineChange, OrderEvent } from "../../orders/orderEvent.ts";
import { selectTimeline } from "../../orders/queries.ts";
import { readFormVersion } from "../../site/fields.ts";
import type { Visit } from "../portalContext.ts";
import { texts } from "./texts.ts";

/** `isOwn`: only by the person who sent the form, in another tab or window. */
export type EditsSince = { readonly isOwn: boolean; readonly fields: readonly ConflictField[] };

/** A field of a draft as it was before and after an edit. */
type Edited = { readonly label: string } & Change<string>;

function toEdited<Value>(label: string, change: Change<Value> | undefined): Edited[] {
  if (change === undefined) return [];
  const { before, after } = change;
  return [{ label, before: String(before ?? ""), after: String(after ?? "") }];
}

function listQuantity({ partNumber, quantity }: LineChange): Edited[] {
  const { quantityOf, absent, gone } = texts.change;
  const present = quantity && {
    before: quantity.before ?? absent,
    after: quantity.after ?? gone,
  };
  return toEdited<string | number>(quantityOf(partNumber), present);
}

/** What decides whether the order is still wanted: remarks and dates stay as others wrote them. */
function listEdited({ details: { poNumber, shipTo, lines = [] } }: OrderEvent): Edited[] {
  return [
    ...toEdited(texts.order.poNumber, poNumber),
    ...toEdited(texts.order.shipTo, shipTo),
    ...lines.flatMap(listQuantity),
  ];
}

/** Several edits of a field are one. Nothing was typed into it, so that saving keeps it. */
function toField(label: string, edits: readonly Edited[]): ConflictField {
  const [before = "", after = ""] = [edits[0]?.before, edits.at(-1)?.after];
  return {
    label,
    current: after,
    typed: texts.change.before(before),
    differs: before !== after,
  };
}

/** What others, or the same person in another tab, changed after the version of the form. */
export async function loadEditsSince(
  db: Queryable,
  { form, signedIn }: Visit,
  { orderId }: StoredOrder,
): Promise<EditsSince> {
  const shown = readFormVersion(form);
  const timeline = await selectTimeline(db, orderId);
  const edits = timeline.filter(({ version }) => version > shown);
  const { userId } = signedIn.user;
  const isOwn = ({ actor, actorId }: OrderEvent) => actor === "buyer" && actorId === userId;
  const ofLabel = Map.groupBy(edits.flatMap(listEdited), ({ label }) => label);
  return {
    isOwn: edits.length > 0 && edits.every(isOwn),
    fields: [...ofLabel].map(([label, changes]) => toField(label, changes)),
  };
}
