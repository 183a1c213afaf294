// The settings of the distributor: name, logo, brand color, address and terms.
import { readFileSync } from "node:fs";
import {
  type Distributor,
  type DistributorText,
  distributorTexts,
  type Logo,
  readLogo,
} from "../../company/distributor.ts";
import type { Setting } from "./setting.ts";

function textSetting(name: DistributorText): Setting<string | null> {
  return { ...distributorTexts[name], fallback: null };
}

/** The logo in a file; undefined if it cannot be read. */
function readLogoFile(path: string): Logo | undefined {
  try {
    return readLogo(readFileSync(path));
  } catch {
    // The fault of the setting names the path.
    return undefined;
  }
}

export const distributorSettings = {
  DISTRIBUTOR_NAME: textSetting("name"),
  DISTRIBUTOR_LOGO: {
    fallback: null,
    expected: "the path of an SVG or PNG file of at most 256 KiB",
    read: readLogoFile,
  } as Setting<Logo | null>,
  DISTRIBUTOR_COLOR: textSetting("color"),
  DISTRIBUTOR_ADDRESS: textSetting("address"),
  DISTRIBUTOR_TERMS: textSetting("terms"),
} as const;

type Settings = typeof distributorSettings;
type Values = { readonly [Name in keyof Settings]: Settings[Name]["fallback"] };

export function readDistributor(values: Values): Distributor {
  return {
    name: values.DISTRIBUTOR_NAME,
    color: values.DISTRIBUTOR_COLOR,
    address: values.DISTRIBUTOR_ADDRESS,
    terms: values.DISTRIBUTOR_TERMS,
    logo: values.DISTRIBUTOR_LOGO,
  };
}
