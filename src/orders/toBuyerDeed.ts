// A buyer as the one who does something to an order.
import type { SignedIn } from "../accounts/signedIn.ts";
import type { OrderDeed } from "./orderEvent.ts";

/** What the signed-in buyer does at `now` by a request. */
export function toBuyerDeed({ user }: SignedIn, requestId: string, now: Date): OrderDeed {
  return { actor: "buyer", actorId: user.userId, actorName: user.name, requestId, now };
}
