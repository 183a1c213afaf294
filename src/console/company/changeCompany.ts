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
import type { FieldFault } from "../../html/form.ts";
import type { Fields } from "../../site/fields.ts";
import { receiveUpload } from "../../site/receiveUpload.ts";
import { shownField } from "../../site/shownFields.ts";
import { redirect } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { addOthers, renderConflicts } from "../mergedForm.ts";
import {
  answerCompany,
  companyLabels,
  companyPath,
  companyTexts,
  formOf,
  logoField,
  removeField,
} from "./showCompany.ts";

type DistributorTexts = Pick<Distributor, DistributorText>;

type SentCompany = {
  readonly fields: Fields;
  /** Null if no file was sent. */
  readonly logo: Pick<Distributor, "logo"> | "unfit" | null;
};

async function receiveCompany({ request, form }: Visit): Promise<SentCompany> {
  let fields = form;
  const upload = await receiveUpload(request, maxLogoBytes, (sent) => {
    fields = sent.fields;
    return buffer(sent.bytes);
  });
  if (upload.outcome === "no file") {
    return { fields: request.isMultipart() ? upload.fields : form, logo: null };
  }
  const logo = upload.outcome === "taken" ? readLogo(upload.result) : undefined;
  return { fields, logo: logo === undefined ? "unfit" : { logo } };
}

/** The fault of a logo. A browser does not keep a file for the next form. */
function findLogoFault({ logo }: SentCompany, hasFaults: boolean): FieldFault[] {
  const name = { field: logoField };
  if (logo === "unfit") {
    return [{ ...name, text: "Choose an SVG or PNG file of at most 256 KiB." }];
  }
  return logo !== null && hasFaults ? [{ ...name, text: "Choose the logo again." }] : [];
}

/** Undefined if it does not fit. */
function readText(name: DistributorText, typed: string): string | null | undefined {
  return typed.trim() === "" ? null : distributorTexts[name].read(typed.trim());
}

type SentTexts = {
  readonly typed: Partial<DistributorTexts>;
  readonly shown: Partial<DistributorTexts>;
  readonly faults: readonly FieldFault[];
};

/** The texts that the environment does not fix. */
function readTexts({ distributor: { fixed } }: ConsoleContext, fields: Fields): SentTexts {
  const faults: FieldFault[] = [];
  const typed: { [Name in DistributorText]?: string | null } = {};
  const shown: typeof typed = {};
  for (const name of companyTexts.filter((one) => fixed[one] === null && fields.has(one))) {
    const { expected } = distributorTexts[name];
    const value = readText(name, fields.text(name));
    if (value === undefined) faults.push({ field: name, text: `Enter ${expected}.` });
    else typed[name] = value;
    if (!fields.has(shownField(name))) continue;
    const was = readText(name, fields.text(shownField(name)));
    if (was !== undefined) shown[name] = was;
  }
  return { typed, shown, faults };
}

/** Saves what was typed, merged with what others changed, all or nothing. */
export const saveCompany: Handler = async (context, visit) => {
  const { db, distributor } = context;
  const sent = await receiveCompany(visit);
  const { fields, logo } = sent;
  const { typed, shown, faults: ofTexts } = readTexts(context, fields);
  const faults = [...ofTexts, ...findLogoFault(sent, ofTexts.length > 0)];
  if (logo === "unfit" || faults.length > 0) {
    return answerCompany(context, visit, { state: { value: fields.text, faults }, status: 422 });
  }
  const removed = fields.has(removeField) ? { logo: null } : {};
  const ofLogo = distributor.fixed.logo === null ? (logo ?? removed) : {};
  const by = { actor: operatorActor(visit), now: visit.now };
  const edited = await changeDistributor(db, { typed, shown, ...ofLogo }, by);
  distributor.expire();
  const { conflicts, merged, others, before: current } = edited;
  if (conflicts.length === 0) return redirect(addOthers(companyPath, { done: "saved" }, others));
  const both = { conflicts, current, typed: merged };
  return answerCompany(context, visit, {
    above: renderConflicts(null, companyLabels, both),
    state: { ...formOf({ ...current, ...merged }, current), faults: findLogoFault(sent, true) },
    status: 409,
  });
};
