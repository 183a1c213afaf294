import { buffer } from "node:stream/consumers";
import { operatorActor } from "../../audit/actor.ts";
import { changeDistributor } from "../../distributor/changeDistributor.ts";
import {
  type Distributor,
  type DistributorText,
  distributorTexts,
  maxLogoBytes,
  readLogo,
} from "../../distributor/distributor.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import { receiveUpload } from "../../site/receiveUpload.ts";
import { type Answer, redirect } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { answerCompany, companyPath, logoField } from "./showCompany.ts";

const names = ["name", "color", "address", "terms"] as const satisfies readonly DistributorText[];

async function save(
  { db, distributor }: ConsoleContext,
  visit: Visit,
  change: Partial<Distributor>,
): Promise<void> {
  await changeDistributor(db, change, { actor: operatorActor(visit), now: visit.now });
  distributor.expire();
}

/** Saves the texts that the environment does not fix. */
export const saveCompany: Handler = async (context, visit) => {
  const { fixed } = context.distributor;
  const faults: FieldFault[] = [];
  const change: { [Name in DistributorText]?: string | null } = {};
  for (const name of names.filter((one) => fixed[one] === null)) {
    const typed = visit.form.text(name).trim();
    const { read, expected } = distributorTexts[name];
    const value = typed === "" ? null : read(typed);
    if (value === undefined) faults.push({ field: name, text: `Enter ${expected}.` });
    else change[name] = value;
  }
  const state: FormState = { value: visit.form.text, faults };
  if (faults.length > 0) return answerCompany(context, visit, state);
  await save(context, visit, change);
  return redirect(`${companyPath}?done=saved`);
};

async function refuseLogo(context: ConsoleContext, visit: Visit, text: string): Promise<Answer> {
  const stored = context.distributor.current();
  const value = (name: string) => names.flatMap((one) => (one === name ? stored[one] : [])).join();
  return answerCompany(context, visit, { value, faults: [{ field: "", text }] });
}

export const saveLogo: Handler = async (context, visit) => {
  const upload = await receiveUpload(visit.request, maxLogoBytes, ({ bytes }) => buffer(bytes));
  if (upload.outcome === "no file") return refuseLogo(context, visit, "Choose a file to upload.");
  const logo = upload.outcome === "taken" ? readLogo(upload.result) : undefined;
  if (logo === undefined) {
    return refuseLogo(context, visit, "Choose an SVG or PNG file of at most 256 KiB.");
  }
  await save(context, visit, { logo });
  return redirect(`${companyPath}?done=${logoField}-saved`);
};

export const removeLogo: Handler = async (context, visit) => {
  await save(context, visit, { logo: null });
  return redirect(`${companyPath}?done=${logoField}-removed`);
};
