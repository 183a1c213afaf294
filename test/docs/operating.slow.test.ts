// The examples of docs/operating.md, with the embedded server and with a separate database, and those
// of docs/imports.md.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { describeConfig } from "../../src/server/config.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { openPostgresServer } from "../support/postgresServer.ts";
import { createFolder, namesOf, readTable, runExamples } from "./examples.ts";

const page = "docs/operating.md";

test("the examples of docs/operating.md and imports.md run as written and return what is shown", async (t) => {
  const folder = await createFolder();
  // A server of its own, because `doctor` refuses one that does not wait for its disk.
  const server = await openPostgresServer({ fsync: "on" });
  t.after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const secretKey = randomBytes(32).toString("hex");
  const settings = [
    `DATABASE_URL='${server.url.replace("partsdesk", "partsdesk_service")}'`,
    `OWNER_URL='${server.url}'`,
    `SECRET_KEY=${secretKey}`,
  ];
  await writeFile(join(folder, "partsdesk.env"), `${settings.join("\n")}\n`);
  const port = await findFreePort();
  const env = {
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    STOP_DELAY_SECONDS: "0",
  };
  await runExamples(page, { folder, env });
  const own = { ...env, DATABASE_URL: server.url, SECRET_KEY: secretKey };
  await runExamples("docs/imports.md", { folder, env: own });
});

test("docs/operating.md lists every setting with its default", () => {
  const shown = readTable(page, "Settings").map(([name, value]) => [namesOf(name)[0], value]);
  const real = Object.entries(describeConfig({})).map(([name, value]) => [
    name,
    String(value ?? "none"),
  ]);
  assert.deepEqual(shown, real);
});
