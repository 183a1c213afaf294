// The door for buyers, whole: every family of pages.
import type { FastifyInstance } from "fastify";
import { registerSite } from "../site/registerSite.ts";
import { registerDevelopers } from "./developers/registerDevelopers.ts";
import { registerHome } from "./home/registerHome.ts";
import { registerKeyPages } from "./keys/registerKeyPages.ts";
import { registerOrders } from "./orders/registerOrders.ts";
import { registerParts } from "./parts/registerParts.ts";
import { registerPeople } from "./people/registerPeople.ts";
import type { PortalContext } from "./portalContext.ts";
import { createPortalServer, type DeclaredRoute, type PortalServer } from "./portalServer.ts";
import { createPortalSite } from "./portalSite.ts";
import { registerQuickOrder } from "./quickOrders/registerQuickOrder.ts";

/** A family of pages: it adds its routes. */
export type PortalFamily = (portal: PortalServer) => void;

const siteFamilies: readonly PortalFamily[] = [
  registerHome,
  registerPeople,
  registerParts,
  registerQuickOrder,
  registerOrders,
  registerDevelopers,
  registerKeyPages,
];

/** Adds the buyers' site to a server; returns its routes as they were declared. */
export async function registerPortal(
  server: FastifyInstance,
  context: PortalContext,
  families: readonly PortalFamily[] = siteFamilies,
): Promise<readonly DeclaredRoute[]> {
  return registerSite(server, createPortalSite(context), (declare) => {
    const portal = createPortalServer(context, declare);
    for (const register of families) register(portal);
  });
}
