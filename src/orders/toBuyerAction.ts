// A buyer as the one who does something to an order.
import type { SignedIn } from "../signIn/signedIn.ts";
import type { OrderAction } from "./orderEvent.ts";

/** What the signed-in buyer does at `now`; whoever has no name stands by their address. */
export function toBuyerAction({ user }: SignedIn, requestId: string, now: Date): OrderAction {
  const actorName = user.name === "" ? user.email : user.name;
  return { actor: "buyer", actorId: user.userId, actorName, requestId, now };
}
