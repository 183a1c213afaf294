// The distributor's name, logo and color as pages show them.
import { type Asset, toAsset } from "../assets/assets.ts";
import { renderBrandStyles } from "./brandColor.ts";

export type Brand = {
  readonly name: string;
  readonly logo: Asset | null;
  /** Replaces the colors of the stylesheet; null for its own. */
  readonly styles: Asset | null;
};

type Shown = {
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: { readonly type: string; readonly bytes: Buffer } | null;
};

const known = new WeakMap<Shown, Brand>();

/** The brand of a distributor, which has the same object for as long as it is the same. */
export function brandOf(shown: Shown): Brand {
  const made = known.get(shown);
  if (made !== undefined) return made;
  const { name, color, logo } = shown;
  const brand = {
    name: name ?? "partsdesk",
    logo:
      logo &&
      toAsset("brand/logo", logo.type === "image/png" ? "png" : "svg", logo.type, logo.bytes),
    styles:
      color === null
        ? null
        : toAsset(
            "brand/colors",
            "css",
            "text/css; charset=utf-8",
            Buffer.from(renderBrandStyles(color)),
          ),
  };
  known.set(shown, brand);
  return brand;
}
