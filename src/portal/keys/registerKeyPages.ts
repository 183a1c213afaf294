// The pages of keys for those who have no account here yet: asking for one, and its link.
import type { PortalServer } from "../portalServer.ts";
import { registerRequestKey } from "./registerRequestKey.ts";
import { registerReveal } from "./registerReveal.ts";

/** Adds `/request-key` and `/keys`. */
export function registerKeyPages(portal: PortalServer): void {
  registerRequestKey(portal);
  registerReveal(portal);
}
