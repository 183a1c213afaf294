// What values in the files of vendors mean, as operators have declared it.
import { operatorActor } from "../../audit/actor.ts";
import { selectCatalogCodes } from "../../catalog/import/importQueries.ts";
import { renderEmptyState } from "../../html/emptyState.ts";
import { renderTextField } from "../../html/field.ts";
import { freshForm, renderButton, renderFilters, renderForm } from "../../html/form.ts";
import { type Html, html } from "../../html/html.ts";
import { renderAge } from "../../html/moment.ts";
import { type Messages, renderMessage } from "../../html/notice.ts";
import { byName, formatAddress, pageSize, paginate } from "../../html/pager.ts";
import { type CellColumn, renderRows } from "../../html/table.ts";
import { acceptCorrections } from "../../importFiles/answerRun.ts";
import type { ImportRun } from "../../imports/importRun.ts";
import { forgetValue } from "../../imports/values/rememberValues.ts";
import { selectVendorValues, type VendorValue } from "../../imports/values/valueQueries.ts";
import { catalogManagers, mayUse } from "../../kit/access.ts";
import { answerPage, notFound, redirect } from "../../site/visit.ts";
import { runAddress, valuesAddress } from "../addresses.ts";
import type { Handler } from "../consoleContext.ts";
import { busy, busyFault } from "./answerBusy.ts";
import { showRun } from "./changeRun.ts";
import { readCorrections } from "./correctionForm.ts";
import { fileTexts } from "./fileTexts.ts";
import { texts } from "./texts.ts";
import { valueColumns } from "./valueWords.ts";

const path = "/console/imports/values";

const messages: Messages = {
  removed: "Value removed. Later imports refuse it.",
};

const none = renderEmptyState("No saved values", html`<p>${fileTexts.values.noneHint}</p>`);

function renderRemoval({ vendor, column, written }: VendorValue): Html {
  return renderForm({
    action: `${path}/remove`,
    hidden: { vendor, column, written },
    body: renderButton({
      text: "Remove value",
      label: `Remove ${column} ${written} of ${vendor}`,
    }),
  });
}

function renderValues(values: readonly VendorValue[], mayImport: boolean): Html {
  const removal: CellColumn<VendorValue> = {
    title: "Change",
    kind: "actions",
    cell: renderRemoval,
  };
  return renderRows(fileTexts.values.title, values, [
    ...valueColumns,
    { title: fileTexts.values.vendor, kind: "text", titled: true, cell: ({ vendor }) => vendor },
    {
      title: "Saved by",
      kind: "text",
      titled: true,
      cell: ({ changedBy }) => changedBy,
    },
    {
      title: "Saved",
      kind: "words",
      titled: true,
      cell: ({ changedAt }) => renderAge(changedAt),
    },
    ...(mayImport ? [removal] : []),
  ]);
}

export const showValues: Handler = async ({ db }, { query, signedIn }) => {
  const vendor = query.text("vendor").trim();
  const after = query.text("after");
  const from = /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const found = await selectVendorValues(db, vendor === "" ? null : vendor, {
    from,
    limit: pageSize + 1,
  });
  const { rows, pager } = paginate(found, {
    after: from === 0 ? null : from,
    keyOf: (last) => from + found.indexOf(last) + 1,
    ...byName,
    addressOf: (next) =>
      formatAddress(path, { vendor: vendor === "" ? null : vendor, after: next }),
  });
  const state = freshForm({ vendor });
  const filter = renderFilters({
    action: path,
    label: fileTexts.values.vendor,
    fields: renderTextField(state, {
      name: "vendor",
      label: fileTexts.values.vendor,
      maxLength: 200,
    }),
  });
  const mayImport = mayUse(catalogManagers, signedIn);
  return answerPage({
    title: fileTexts.values.title,
    sentence: "What values in vendors' files mean. Values that are valid as they are never change.",
    above: { href: "/console/imports", text: texts.list.title },
    body: html`${[
      renderMessage(messages, query.text("done"), null),
      filter,
      rows.length === 0 ? none : html`${renderValues(rows, mayImport)}${pager}`,
    ]}`,
  });
};

export const removeValue: Handler = async ({ db }, visit) => {
  const { form, now } = visit;
  const vendor = form.text("vendor");
  const value = { vendor, column: form.text("column"), written: form.text("written") };
  const meant = await forgetValue(db, value, { actor: operatorActor(visit), now });
  if (meant === undefined) return notFound;
  return redirect(`${valuesAddress(vendor)}&done=removed`);
};

/** Accepts what refused values of a run mean, and shows the run that checks its file again. */
export const acceptValues: Handler<ImportRun> = async (context, visit, run) => {
  const { db, importRunner } = context;
  const { form, now } = visit;
  const codes = await selectCatalogCodes(db);
  const { corrections, faults } = readCorrections(form, run, codes);
  if (faults.length > 0) {
    return showRun(context, visit, run, { value: form.text, faults }, 422);
  }
  const actor = operatorActor(visit);
  const started = await acceptCorrections(db, importRunner, { run, corrections }, actor, now);
  if (started.outcome === "started") return redirect(runAddress(started.runId));
  if (started.outcome === "busy") {
    return showRun(context, visit, run, { value: form.text, faults: [busyFault] }, busy);
  }
  const text = fileTexts.corrections.fileGone;
  return showRun(context, visit, run, { value: form.text, faults: [{ field: "", text }] }, 409);
};
