// The first step of an import: what the file is of, and the file itself, taken while it arrives.
import { selectAccount } from "../../accounts/queries.ts";
import { renderFileField, renderSelect, renderTextField } from "../../html/field.ts";
import {
  type FieldFault,
  type FormState,
  freshForm,
  renderActions,
  renderButton,
  renderFaults,
  renderForm,
} from "../../html/form.ts";
import { html } from "../../html/html.ts";
import { allowSlowBody } from "../../http/slowBody.ts";
import type { FileSubject } from "../../importFiles/importFile.ts";
import { type ReceivedFile, receiveImportFile } from "../../importFiles/receiveImportFile.ts";
import { readVendorName } from "../../imports/cleanText.ts";
import type { RunKind } from "../../imports/importRun.ts";
import type { Fields } from "../../site/fields.ts";
import { receiveUpload, type Upload } from "../../site/receiveUpload.ts";
import { type Answer, answerPage, redirect, type SitePage } from "../../site/visit.ts";
import type { ConsoleContext, Visit } from "../consoleContext.ts";
import { formatBytes, kindWords } from "./stateWords.ts";

const accepted = ".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.gz";
const subjectNames = ["kind", "mode", "vendor", "account"] as const;

const kindOptions = [
  { value: "catalog", text: "Catalog: parts, prices and stock" },
  { value: "stock", text: "Stock: how many there are of parts that are known" },
  { value: "agreement", text: "Agreement: what one account pays" },
];
const modeOptions = [
  { value: "merge", text: "Change what the file has; leave the rest as it is" },
  { value: "replace", text: "Also end what the vendor's file no longer has" },
];

function renderNewPage(state: FormState, { importFileBytes }: ConsoleContext): SitePage {
  const most = formatBytes(importFileBytes);
  const fields = [
    renderSelect(state, { name: "kind", label: "What the file has", options: kindOptions }),
    renderTextField(state, {
      ...{ name: "vendor", label: "Vendor", optional: true, maxLength: 200 },
      hint: "Where the file does not say it: whose parts or stock all its rows are.",
    }),
    renderSelect(state, {
      ...{ name: "mode", label: "How far it goes", options: modeOptions },
      hint: "Parts the file no longer has are discontinued; in a stock file they are out of stock.",
    }),
    renderTextField(state, {
      ...{ name: "account", label: "Account", optional: true, maxLength: 200 },
      hint: "For an agreement alone: the name or id of the account.",
    }),
    renderFileField(state, {
      ...{ name: "file", label: "File", accept: accepted },
      hint: `CSV, TSV, XLSX or JSON lines, packed by gzip or not, up to ${most}.`,
    }),
  ];
  return {
    title: "Import a file",
    above: { href: "/console/imports", text: "Imports" },
    sentence: "Sending it changes nothing yet: its columns are shown next, then what it would do.",
    body: html`${renderFaults(state)}${renderForm({
      action: "/console/imports/new",
      label: "Import a file",
      upload: true,
      progress: true,
      body: html`${fields}${renderActions(renderButton({ text: "Upload file", kind: "primary" }))}`,
    })}`,
  };
}

/** The empty form; the address may say what the file is of. */
export async function showNewImport(context: ConsoleContext, { query }: Visit): Promise<Answer> {
  const asked = subjectNames.map((name) => [name, query.text(name)]);
  return answerPage(renderNewPage(freshForm(Object.fromEntries(asked)), context));
}

type ReadSubject =
  | { readonly outcome: "read"; readonly subject: FileSubject }
  | { readonly outcome: "refused"; readonly faults: readonly FieldFault[] };

async function readSubject({ db }: ConsoleContext, fields: Fields): Promise<ReadSubject> {
  const refuse = (field: string, text: string): ReadSubject => ({
    outcome: "refused",
    faults: [{ field, text }],
  });
  const kind = fields.text("kind");
  if (!Object.hasOwn(kindWords, kind)) return refuse("kind", "Choose what the file has.");
  if (kind === "agreement") {
    const name = fields.text("account").trim();
    const account = name === "" ? undefined : await selectAccount(db, name);
    if (account === undefined) return refuse("account", "Name the account as it is listed.");
    const { accountId } = account;
    return { outcome: "read", subject: { kind, mode: "merge", vendor: null, accountId } };
  }
  const vendor = readVendorName(fields.text("vendor"));
  if (vendor.outcome === "refused") return refuse("vendor", `The vendor ${vendor.reason}.`);
  const mode = fields.text("mode") === "replace" ? "replace" : "merge";
  const subject = { kind: kind as RunKind, mode, vendor: vendor.vendor, accountId: null } as const;
  return { outcome: "read", subject };
}

type Taken = { readonly fields: Fields; readonly made: ReadSubject | ReceivedFile };

async function take(context: ConsoleContext, visit: Visit, upload: Upload): Promise<Taken> {
  const { name, bytes, fields, isTruncated } = upload;
  const read = await readSubject(context, fields);
  if (read.outcome === "refused") {
    // What was chosen wrongly is said once the file is through: a browser hears nothing before.
    bytes.resume();
    await new Promise((resolve) => bytes.once("close", resolve));
    return { fields, made: read };
  }
  const { operator } = visit.signedIn;
  const made = await receiveImportFile(context.db, {
    subject: read.subject,
    ...{ name, bytes, isTruncated, sentBy: operator.name, now: visit.now },
  });
  return { fields, made };
}

/** Takes the form with its file, which is looked at before the answer. */
export async function receiveImport(context: ConsoleContext, visit: Visit): Promise<Answer> {
  const { importFileBytes, importRunner } = context;
  const refuse = (fields: Fields, faults: readonly FieldFault[]): Answer => {
    const state = { value: (name: string) => fields.text(name), faults };
    return answerPage(renderNewPage(state, context), 422);
  };
  const fault = (fields: Fields, text: string) => refuse(fields, [{ field: "file", text }]);
  let sent: Fields | undefined;
  const upload = await allowSlowBody(visit.request, () =>
    receiveUpload(visit.request, importFileBytes, (one) => {
      sent = one.fields;
      return take(context, visit, one);
    }),
  );
  if (upload.outcome === "no file") return fault(upload.fields, "Choose a file to send.");
  if (upload.outcome === "too large") {
    const most = formatBytes(importFileBytes);
    const text = `The file is larger than ${most}. Pack it by gzip, or split it.`;
    return fault(sent ?? visit.form, text);
  }
  const { fields, made } = upload.result;
  if (made.outcome === "refused") return refuse(fields, made.faults);
  if (made.outcome === "read" || made.outcome === "truncated") {
    throw new Error(`A file was taken that is ${made.outcome}.`);
  }
  if (made.outcome === "empty") return fault(fields, "The file is empty.");
  if (made.outcome === "no room") {
    const text = "The database's disk is full. Nothing was kept; whoever runs it must make room.";
    return fault(fields, text);
  }
  await importRunner.look(made.fileId);
  return redirect(`/console/imports/files/${made.fileId}`);
}
