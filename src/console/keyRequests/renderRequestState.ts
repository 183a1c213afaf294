import type { Html } from "../../html/html.ts";
import { type Meaning, renderBadge } from "../../html/notice.ts";
import type { OperatorKeyRequest } from "../../keyRequests/operatorKeyRequestQueries.ts";
import { type RequestState, requestState } from "../../keyRequests/requestState.ts";

const words: Readonly<Record<RequestState, readonly [Meaning, string]>> = {
  new: ["neutral", "New"],
  "needs information": ["short", "Needs information"],
  declined: ["neutral", "Declined"],
  issued: ["good", "Issued manually"],
  pending: ["neutral", "E-mail queued"],
  sent: ["good", "Sent"],
  kept: ["short", "No mail server"],
  failed: ["fault", "Failed"],
  bounced: ["fault", "Bounced"],
};

export function stateOf({ decided, mailState }: OperatorKeyRequest): RequestState {
  return requestState(decided, mailState);
}

export function renderRequestState(request: OperatorKeyRequest): Html {
  return renderBadge(...words[stateOf(request)]);
}
