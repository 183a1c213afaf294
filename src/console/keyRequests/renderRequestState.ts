// Where a request for a key stands, as a badge.

import type { Html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { type RequestState, requestState } from "../../keyRequests/requestState.ts";

const words: Readonly<Record<RequestState, readonly [Meaning, string]>> = {
  new: ["neutral", "New"],
  "needs information": ["short", "Needs information"],
  declined: ["neutral", "Declined"],
  issued: ["good", "Issued by hand"],
  pending: ["neutral", "Pending: the mail waits"],
  sent: ["good", "Sent"],
  kept: ["short", "Kept: no mail server"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

/** The state of a request. */
export function stateOf({ decided, mailState }: OperatorKeyRequest): RequestState {
  return requestState(decided, mailState);
}

/** The state of a request as a badge. */
export function renderRequestState(request: OperatorKeyRequest): Html {
  return renderBadge(...words[stateOf(request)]);
}
