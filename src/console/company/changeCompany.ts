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
import { selectDistributor } from "../../distributor/queries.ts";
import type { FieldFault, FormState } from "../../html/form.ts";
import type { Fields } from "../../site/fields.ts";
import { receiveUpload } from "../../site/receiveUpload.ts";
import { redirect } from "../../site/visit.ts";
import type { ConsoleContext, Handler, Visit } from "../consoleContext.ts";
import { answerCompany, companyPath, logoField, removeField, shownField } from "./showCompany.ts";
import { texts } from "./texts.ts";

const names = ["name", "color", "address", "terms"] as const satisfies readonly DistributorText[];

async function save(
  { db, distributor }: ConsoleContext,
  visit: Visit,
  edit: Parameters<typeof changeDistributor>[1],
): Promise<FieldFault[]> {
  const by = { actor: operatorActor(visit), now: visit.now };
  const conflicts = await changeDistributor(db, edit, by);
  distributor.expire();
  return conflicts.map((field) => ({ field, text: texts.fields.changed }));
}

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

type TextChange = { readonly [Name in DistributorText]?: string | null };

/**
 * What the form shows again. Fields that were not changed show what is stored: with the texts sent,
 * the next save would put old ones back over someone else's. Fields that were changed are compared
 * with what they showed first; after a conflict was reported, with what is stored.
 */
function keepTyped(
  fields: Fields,
  change: TextChange,
  faults: readonly FieldFault[],
  stored: Distributor,
  isConflict: boolean,
): FormState {
  const kept = new Map<string, string>();
  for (const name of names) {
    const isTyped = name in change || faults.some(({ field }) => field === name);
    const isCompared = isTyped && !isConflict && fields.has(shownField(name));
    if (!isTyped) kept.set(name, stored[name] ?? "");
    if (!isCompared) kept.set(shownField(name), stored[name] ?? "");
  }
  return { value: (field) => kept.get(field) ?? fields.text(field), faults };
}

/** The fault of a logo. A browser does not keep a file for the next form. */
function findLogoFault({ logo }: SentCompany, hasFaults: boolean): FieldFault[] {
  const name = { field: logoField };
  if (logo === "unfit") {
    return [{ ...name, text: texts.logo.unfit }];
  }
  return logo !== null && hasFaults ? [{ ...name, text: texts.logo.again }] : [];
}

/** Undefined if it does not fit. */
function readText(name: DistributorText, typed: string): string | null | undefined {
  return typed.trim() === "" ? null : distributorTexts[name].read(typed.trim());
}

/**
 * Saves what was changed and the environment does not fix, all or nothing. Fields that are sent as
 * they were shown stay, because someone else may have changed them.
 */
export const saveCompany: Handler = async (context, visit) => {
  const { fixed } = context.distributor;
  const sent = await receiveCompany(visit);
  const { fields, logo } = sent;
  const faults: FieldFault[] = [];
  const change: { -readonly [Name in keyof TextChange]: TextChange[Name] } = {};
  const shown: typeof change = {};
  for (const name of names.filter((one) => fixed[one] === null && fields.has(one))) {
    const { expected } = distributorTexts[name];
    const value = readText(name, fields.text(name));
    const was = fields.has(shownField(name))
      ? readText(name, fields.text(shownField(name)))
      : undefined;
    if (value === undefined) faults.push({ field: name, text: texts.fields.expected(expected) });
    else if (value !== was) change[name] = value;
    if (was !== undefined) shown[name] = was;
  }
  faults.push(...findLogoFault(sent, faults.length > 0));
  const refuse = async (of: readonly FieldFault[], isConflict: boolean) => {
    const stored = await selectDistributor(context.db);
    return answerCompany(context, visit, keepTyped(fields, change, of, stored, isConflict));
  };
  if (logo === "unfit" || faults.length > 0) return refuse(faults, false);
  const removed = fields.has(removeField) ? { logo: null } : {};
  const ofLogo = fixed.logo === null ? (logo ?? removed) : {};
  const conflicts = await save(context, visit, { change: { ...change, ...ofLogo }, shown });
  if (conflicts.length > 0) {
    return refuse([...conflicts, ...findLogoFault(sent, true)], true);
  }
  return redirect(`${companyPath}?done=saved`);
};
