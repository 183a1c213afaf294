// A buyer as the one who does something to an order.
import type { SignedIn } from "../accounts/signedIn.ts";
import type { OrderDeed } from "./orderEvent.ts";

/** What the signed-in buyer does at `now`; whoever has no name stands by their address. */
export function toBuyerDeed({ user }: SignedIn, requestId: string, now: Date): OrderDeed {
  const actorName = user.name === "" ? user.email : user.name;
  return { actor: "buyer", actorId: user.userId, actorName, requestId, now };
}
