// Which vendors a file is about, so that it can be told from the files of others.
import { detachText } from "./detachText.ts";

export type FeedVendors = {
  /** Notes the vendor of a row that is taken, if it has one. */
  note(vendor: string | null): void;
  /** The vendors noted, sorted; null where there are too many to tell a file by. */
  list(): readonly string[] | null;
};

const mostVendors = 1_000;

/** No vendor noted yet. */
export function createFeedVendors(): FeedVendors {
  const noted = new Set<string>();
  let last: string | null = null;
  return {
    note(vendor) {
      if (vendor === null || vendor === last) return;
      last = vendor;
      if (noted.size <= mostVendors && !noted.has(vendor)) noted.add(detachText(vendor));
    },
    list: () => (noted.size > mostVendors ? null : [...noted].sort()),
  };
}
