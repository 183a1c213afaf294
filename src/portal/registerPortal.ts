// The door for buyers, whole: every family of pages.
import type { FastifyInstance } from "fastify";
import { registerSite } from "../site/registerSite.ts";
import { registerDevelopers } from "./developers/registerDevelopers.ts";
import { registerHome } from "./home/registerHome.ts";
import { registerKeyPages } from "./keys/registerKeyPages.ts";
import { registerOrders } from "./orders/registerOrders.ts";
import { registerParts } from "./parts/registerParts.ts";
import { registerMemberPages } from "./people/memberPages.ts";
import type { PortalContext } from "./portalContext.ts";
import { collectRoutes, type PortalRoute, type PortalServer } from "./portalServer.ts";
import { createPortalSite } from "./portalSite.ts";
import { registerQuickOrder } from "./quickOrders/registerQuickOrder.ts";
import { signInPages } from "./signInPages.ts";

/** A family of pages: it adds its routes. */
export type PortalFamily = (portal: PortalServer) => void;

const siteFamilies: readonly PortalFamily[] = [
  registerHome,
  registerMemberPages,
  registerParts,
  registerQuickOrder,
  registerOrders,
  registerDevelopers,
  registerKeyPages,
];

/** Adds the buyers' site to a server; returns its routes. */
export async function registerPortal(
  server: FastifyInstance,
  context: PortalContext,
  families: readonly PortalFamily[] = siteFamilies,
): Promise<readonly PortalRoute[]> {
  const routes = [...collectRoutes(context, families), ...signInPages];
  await registerSite(server, createPortalSite(context), context, routes);
  return routes;
}
