// The examples of docs/operating.md, with the embedded server and with a separate database.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "pg";
import { describeConfig } from "../../src/config.ts";
import { findFreePort } from "../support/findFreePort.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createFolder, namesOf, readTable, runExamples } from "./examples.ts";

const page = "docs/operating.md";

test("the examples of docs/operating.md run as written and return what is shown", async (t) => {
  const folder = await createFolder();
  const neighbour = await openTestDatabase();
  const owner = new Client(neighbour.address);
  await owner.connect();
  const name = `docs_${randomBytes(6).toString("hex")}`;
  await owner.query(`create database ${name}`);
  t.after(async () => {
    await owner.query(`drop database ${name} with (force)`);
    await owner.end();
    await neighbour.close();
    await rm(folder, { recursive: true, force: true });
  });
  const url = neighbour.url.replace(neighbour.address.database, name);
  const settings = [`DATABASE_URL='${url}'`, `SECRET_KEY=${randomBytes(32).toString("hex")}`];
  await writeFile(join(folder, "partsdesk.env"), `${settings.join("\n")}\n`);
  const port = await findFreePort();
  const env = {
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    STOP_DELAY_SECONDS: "0",
  };
  await runExamples(page, { folder, env });
});

test("docs/operating.md lists every setting with its default", () => {
  const shown = readTable(page, "Settings").map(([name, value]) => [namesOf(name)[0], value]);
  const real = Object.entries(describeConfig({})).map(([name, value]) => [
    name,
    String(value ?? "none"),
  ]);
  assert.deepEqual(shown, real);
});
