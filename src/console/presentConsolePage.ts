import { brandOf } from "../html/brand/brand.ts";
import type { Html } from "../html/html.ts";
import {
  type Frame,
  type PlaceGroup,
  renderPage,
  renderPageBody,
  type Site,
} from "../html/page.ts";
import type { Palette } from "../html/search/palette.ts";
import type { SignedInOperator } from "../signIn/signedIn.ts";
import { renderHelp } from "../site/renderHelp.ts";
import type { SitePage, Surroundings } from "../site/visit.ts";
import { mayUse } from "./access.ts";
import type { ConsoleContext } from "./consoleContext.ts";
import { placeGroups } from "./consolePlaces.ts";
import type { TaskCounter } from "./openTasks.ts";
import { texts } from "./texts.ts";

type ConsoleSurroundings = Surroundings<SignedInOperator> & {
  readonly context: Pick<ConsoleContext, "distributor">;
  readonly tasks: Pick<TaskCounter, "current">;
};

const search: Palette = {
  action: "/console/search",
  placeholder: texts.site.search,
};

function groupsFor(signedIn: SignedInOperator, tasks: Pick<TaskCounter, "current">): PlaceGroup[] {
  const counts = tasks.current();
  return placeGroups.map(({ title, places }) => {
    const mine = places.filter(({ access }) => mayUse(access, signedIn));
    return { title, places: mine.map((place) => ({ ...place, count: counts[place.href] })) };
  });
}

function describeSite(
  { isForSigningIn }: SitePage,
  { signedIn, requestId, context, tasks }: ConsoleSurroundings,
): Site {
  const footer = isForSigningIn ? null : renderHelp(null, requestId);
  const site = { brand: brandOf(context.distributor.current()), home: "/console", footer };
  if (signedIn === null) {
    const frame: Frame = isForSigningIn
      ? { kind: "split", slogan: texts.site.slogan, sentence: texts.site.sentence }
      : { kind: "side", groups: [], search: null };
    return { ...site, frame, menu: null };
  }
  const { operator } = signedIn;
  return {
    ...site,
    frame: { kind: "side", groups: groupsFor(signedIn, tasks), search },
    menu: {
      title: operator.name,
      note: operator.role,
      places: [{ href: "/console/account", text: texts.site.account, icon: "circle-user" }],
      signOut: "/console/sign-out",
    },
  };
}

/** The navigation entry that a path belongs to. */
function placeOf(path: string): string {
  return path.split("/", 3).join("/");
}

export function presentConsolePage(page: SitePage, surroundings: ConsoleSurroundings): Html {
  return renderPage({
    site: describeSite(page, surroundings),
    current: placeOf(surroundings.path),
    title: page.title,
    main: renderPageBody(page),
    refreshS: page.refreshS,
  });
}
