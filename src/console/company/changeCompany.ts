import { buffer } from "node:stream/consumers";
import { operatorActor } from "../../audit/actor.ts";
import { changeDistributor, distributorVersion } from "../../distributor/changeDistributor.ts";
import {
  type Distributor,
  type DistributorText,
  distributorTexts,
  maxLogoBytes,
  readLogo,
} from "../../distributor/distributor.ts";
import { renderDifferences } from "../../html/conflict.ts";
import type { FieldFault } from "../../html/form.ts";
import type { Fields } from "../../site/fields.ts";
import { receiveUpload } from "../../site/receiveUpload.ts";
import { redirect } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import {
  answerCompany,
  companyLabels,
  companyPath,
  companyTexts,
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
  readonly faults: readonly FieldFault[];
};

/** The texts that the environment does not fix. */
function readTexts({ distributor: { fixed } }: ConsoleContext, fields: Fields): SentTexts {
  const faults: FieldFault[] = [];
  const typed: { [Name in DistributorText]?: string | null } = {};
  for (const name of companyTexts.filter((one) => fixed[one] === null && fields.has(one))) {
    const { expected } = distributorTexts[name];
    const value = readText(name, fields.text(name));
    if (value === undefined) faults.push({ field: name, text: `Enter ${expected}.` });
    else typed[name] = value;
  }
  return { typed, faults };
}

/** Saves what was typed, all or nothing. */
export const saveCompany: Handler = async (context, visit) => {
  const { db, distributor } = context;
  const sent = await receiveCompany(visit);
  const { fields, logo } = sent;
  const { typed, faults: ofTexts } = readTexts(context, fields);
  const faults = [...ofTexts, ...findLogoFault(sent, ofTexts.length > 0)];
  const version = fields.text("version");
  if (logo === "unfit" || faults.length > 0) {
    const state = { value: fields.text, faults };
    return answerCompany(context, visit, { state, version, status: 422 });
  }
  const removed = fields.has(removeField) ? { logo: null } : {};
  const ofLogo = distributor.fixed.logo === null ? (logo ?? removed) : {};
  const by = { actor: operatorActor(visit), now: visit.now };
  const saved = await changeDistributor(db, { typed, version, ...ofLogo }, by);
  distributor.expire();
  if (saved.outcome === "saved") return redirect(`${companyPath}?done=saved`);
  const { latest } = saved;
  return answerCompany(context, visit, {
    above: renderDifferences(null, companyLabels, latest, { ...latest, ...typed }),
    state: { value: fields.text, faults: findLogoFault(sent, true) },
    version: distributorVersion(latest),
    status: 409,
  });
};
