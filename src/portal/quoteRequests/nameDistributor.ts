import { brandOf } from "../../html/brand/brand.ts";
import type { PortalContext } from "../portalContext.ts";

/** The name of the distributor as the pages show it. */
export function nameDistributor({ distributor }: Pick<PortalContext, "distributor">): string {
  return brandOf(distributor.current()).name;
}
