// Imports through the console's pages, as an operator's browser sends them.
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import type { ImportRun, RunId } from "../../src/imports/run.ts";
import { isRunAlive, selectRun } from "../../src/imports/runQueries.ts";
import type { TestApp } from "./testApp.ts";
import type { TestOperator } from "./testOperator.ts";

const boundary = "partsdesk-test-boundary";

export const catalogHeader =
  "part_number,part_name,condition,unit_of_measure,available_stock,price,currency,vendor";

/** The form of a file: its fields, then the file. */
export function uploadForm(
  fields: Readonly<Record<string, string>>,
  name: string,
  bytes: Buffer | string,
): { readonly type: string; readonly payload: Buffer } {
  const texts = Object.entries(fields).map(
    ([field, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
  );
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    "Content-Type: application/octet-stream\r\n\r\n";
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    payload: Buffer.concat([
      Buffer.from([...texts, head].join("")),
      Buffer.from(bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

/** Sends a file to be imported. */
export function sendImport(
  app: Pick<TestApp, "server">,
  { cookie }: Pick<TestOperator, "cookie">,
  bytes: Buffer | string,
  { name = "offers.csv", ...fields }: Readonly<Record<string, string>> = {},
): Promise<LightMyRequestResponse> {
  const { type, payload } = uploadForm({ kind: "catalog", mode: "merge", ...fields }, name, bytes);
  return app.server.inject({
    method: "POST",
    url: "/console/imports/new",
    headers: { cookie, "sec-fetch-site": "same-origin", accept: "text/html", "content-type": type },
    payload,
  });
}

/** The address an answer redirects to; fails if it does not redirect. */
export function locationOf(answer: LightMyRequestResponse): string {
  assert.equal(answer.statusCode, 303, answer.body.replace(/<[^>]+>/g, " ").slice(0, 2_000));
  return String(answer.headers.location);
}

/** The run at an address, once it has ended. */
export async function endOfRunAt(
  { database: { db } }: Pick<TestApp, "database">,
  place: string,
): Promise<ImportRun> {
  const runId = Number(/^\/console\/imports\/(\d+)$/.exec(place)?.[1]) as RunId;
  for (;;) {
    const run = await selectRun(db, runId);
    assert.ok(run !== undefined, place);
    if (run.state !== "running" || !(await isRunAlive(db, runId))) {
      return (await selectRun(db, runId)) ?? run;
    }
  }
}

/** The run an answer redirects to, once it has ended. */
export function endOfRun(
  app: Pick<TestApp, "database">,
  answer: LightMyRequestResponse,
): Promise<ImportRun> {
  return endOfRunAt(app, locationOf(answer));
}

/** Checks an uploaded file with the columns as detected; returns the ended run. */
export async function checkSent(
  app: Pick<TestApp, "server" | "database">,
  operator: Pick<TestOperator, "post">,
  sent: LightMyRequestResponse,
  fields: Readonly<Record<string, string>> = { version: "1" },
): Promise<ImportRun> {
  return endOfRun(app, await operator.post(`${locationOf(sent)}/check`, fields));
}
