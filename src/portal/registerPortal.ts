// The door for buyers, whole: every family of pages, and what holds for all of them. Everything is
// inside one scope, so that cookies, forms and pages of faults are not the API's.
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { readFields } from "../http/fields.ts";
import { answerPortalFailure } from "./answerPortalFailure.ts";
import { declareRoutes } from "./declareRoutes.ts";
import { registerDevelopers } from "./developers/registerDevelopers.ts";
import { registerHome } from "./home/registerHome.ts";
import { registerQuickOrder } from "./lists/registerQuickOrder.ts";
import { registerOrders } from "./orders/registerOrders.ts";
import { registerParts } from "./parts/registerParts.ts";
import { registerPeople } from "./people/registerPeople.ts";
import type { PortalContext } from "./portalContext.ts";
import type { DeclaredRoute, PortalServer } from "./portalServer.ts";

/** A family of pages: it adds its routes. */
export type PortalFamily = (portal: PortalServer) => void;

const siteFamilies: readonly PortalFamily[] = [
  registerHome,
  registerPeople,
  registerParts,
  registerQuickOrder,
  registerOrders,
  registerDevelopers,
];

/** Adds the buyers' site to a server; returns its routes as they were declared. */
export async function registerPortal(
  server: FastifyInstance,
  context: PortalContext,
  families: readonly PortalFamily[] = siteFamilies,
): Promise<readonly DeclaredRoute[]> {
  const declared: DeclaredRoute[] = [];
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.register(cookie).register(formbody, { parser: readFields }).register(multipart);
    scope.setErrorHandler((error, request, reply) =>
      answerPortalFailure(context, error, request, reply),
    );
    const portal = declareRoutes(scope, context, declared);
    for (const register of families) register(portal);
    done();
  });
  return declared;
}
