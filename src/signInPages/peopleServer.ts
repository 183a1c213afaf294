// What the pages of people need of the door they stand at: both doors have the same, each for its
// own kind of people.

import type { Definition } from "../html/definitions.ts";
import type { Content, Html } from "../html/html.ts";
import type { PeopleContext } from "../signIn/peopleContext.ts";
import type { Person } from "../signIn/signedIn.ts";
import type { Answer, Visit } from "../site/visit.ts";

/** How a door's own page of oneself differs. */
export type OwnPage = {
  /** One sentence under the title. */
  readonly sentence: string;
  /** What stands above the forms. */
  readonly head: Html | null;
  /** What else is known of the person, beside name and address. */
  readonly facts: readonly Definition[];
};

/** Whoever is signed in, with what their door says of them. */
export type PersonHere = Person & { readonly own: OwnPage };

/** A page of people: for anyone, or for whoever is signed in, about themselves. */
export type PeopleRoute =
  | {
      readonly access: "anyone";
      readonly answer: (visit: Visit<PersonHere | null>) => Promise<Answer>;
    }
  | {
      readonly access: "signed in";
      readonly answer: (visit: Visit<PersonHere>) => Promise<Answer>;
    };

/** Where the pages of people are added. GET answers HEAD too, and changes nothing. */
export type PeopleServer = {
  readonly people: PeopleContext;
  /** Where the door's addresses begin: "" or a path without a slash at its end. */
  readonly root: string;
  /** Where who signed in goes on. */
  readonly home: string;
  /** What the page of signing in says of how people come to be there. */
  readonly welcome: Content;
  /** What a second factor keeps a stranger from. */
  readonly keeps: string;
  /** What an invitation says: its title, and the hint under one's name. */
  readonly invitation: {
    readonly title: (accountName: string | null) => string;
    readonly role: (role: string, accountName: string | null) => string;
    readonly nameHint: string;
  };
  get(path: string, route: PeopleRoute): void;
  post(path: string, route: PeopleRoute): void;
};
