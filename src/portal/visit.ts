// One request of the buyers' site as a page sees it.
import type { SignedIn } from "../signIn/signedIn.ts";
import type { Visit as SiteVisit } from "../site/visit.ts";

/** A request; `Who` is SignedIn where the route asks for it, else it may be null. */
export type Visit<Who extends SignedIn | null = SignedIn> = SiteVisit<Who>;
