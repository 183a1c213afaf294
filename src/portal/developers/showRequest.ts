// One request: what was asked, how each entry ended, and the call again to copy.
import { selectKey } from "../../accounts/queries.ts";
import { html } from "../../html/html.ts";
import type { OrderId } from "../../orders/order.ts";
import { selectRequest } from "../../requests/queries.ts";
import { toLoggedRequestId } from "../../requests/requestId.ts";
import type { Answer } from "../../site/visit.ts";
import { renderRequestMoment } from "../../views/renderRequest.ts";
import { renderRequestPage } from "../../views/requestPage.ts";
import { orderAddress } from "../orders/orderAddress.ts";
import type { PortalContext } from "../portalContext.ts";
import type { Visit } from "../visit.ts";

/** The page of a request; another account's is nothing. */
export async function showRequest(
  { db, publicUrl }: PortalContext,
  { signedIn, param }: Visit,
): Promise<Answer> {
  const { accountId } = signedIn.account;
  const loggedId = toLoggedRequestId(param("request"));
  const call = loggedId === undefined ? undefined : await selectRequest(db, accountId, loggedId);
  if (call === undefined) return { kind: "not found" };
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
