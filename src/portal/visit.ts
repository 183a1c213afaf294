import type { SignedIn } from "../signIn/signedIn.ts";
import type { Visit as SiteVisit } from "../site/visit.ts";

/** A request to the buyers' site. `Who` may be null only on routes that are open to anyone. */
export type Visit<Who extends SignedIn | null = SignedIn> = SiteVisit<Who>;
