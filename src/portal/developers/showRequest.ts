import { renderRequestPage } from "../../components/requestPage.ts";
import { renderRequestMoment } from "../../components/requestTable.ts";
import { html } from "../../html/html.ts";
import { selectKey } from "../../keys/queries.ts";
import type { OrderId } from "../../orders/order.ts";
import type { LoggedRequest } from "../../requests/queries.ts";
import type { Answer } from "../../site/visit.ts";
import { orderAddress } from "../orders/orderAddress.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

export async function showRequest(
  { db, publicUrl }: PortalContext,
  { signedIn }: Visit,
  call: LoggedRequest,
): Promise<Answer> {
  const { accountId } = signedIn.account;
  const key = call.keyId === null ? undefined : await selectKey(db, accountId, call.keyId);
  const whose =
    key === undefined
      ? []
      : [{ term: "Key", value: html`<a href="/developers/keys/${key.keyId}">${key.name}</a>` }];
  return {
    kind: "page",
    page: {
      title: "Request",
      sentence: renderRequestMoment(call.at),
      above: { href: "/developers/calls", text: "Requests" },
      body: renderRequestPage(call, {
        publicUrl,
        whose,
        orderAddress: (orderId) => orderAddress(orderId as OrderId),
      }),
    },
  };
}
