import { randomUUID } from "node:crypto";
import { type Button, renderForm } from "../../html/form.ts";
import type { Html } from "../../html/html.ts";
import type { OrderId } from "../../orders/order.ts";
import { orderAddress } from "../addresses.ts";

/**
 * The form that duplicates an order once, on its page and in its row of a list; `again` beside a
 * copy that nobody has changed.
 */
export function renderDuplicateForm(
  { orderId }: { readonly orderId: OrderId },
  button: Button,
  again = false,
): Html {
  return renderForm({
    action: orderAddress(orderId, "/duplicate"),
    hidden: { form: randomUUID(), ...(again && { again: "yes" }) },
    button,
  });
}
