// What the sign-in pages need from the site that mounts them. Both sites have the same pages, each
// for its own people.
import type { Definition } from "../kit/html/definitions.ts";
import type { Content, Html } from "../kit/html/html.ts";
import type { Handler as SiteHandler } from "../kit/site/routes.ts";
import type { Visit as SiteVisit } from "../kit/site/visit.ts";
import type { PeopleContext } from "./peopleContext.ts";
import type { Person } from "./signedIn.ts";

export type PersonHere = Person & {
  readonly own: {
    readonly sentence: string;
    /** Stands above the forms. */
    readonly head: Html | null;
    /** Follow name and e-mail address. */
    readonly facts: readonly Definition[];
  };
};

export type Visit<Who extends PersonHere | null = PersonHere> = SiteVisit<Who>;

export type SignInSite = {
  readonly people: PeopleContext;
  /** The beginning of the site's addresses: "" or a path without a slash at its end. */
  readonly root: string;
  readonly home: string;
  /** Explains on the sign-in page how to get access. */
  readonly welcome: Content;
  /** What a second factor protects. */
  readonly keeps: string;
  readonly invitation: {
    readonly title: (accountName: string | null) => string;
    readonly role: (role: string, accountName: string | null) => string;
    readonly nameHint: string;
  };
};

export type Handler<Loaded = null> = SiteHandler<SignInSite, PersonHere, Loaded>;

export type PublicHandler = SiteHandler<SignInSite, PersonHere | null, null>;
