// docs/deploying.md: its table has every file of deploy/, and its commands create the secrets that
// compose.yaml and postgres.sql use.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { lacksOpenssl } from "../support/createCertificate.ts";
import { deployPath, readDeploy, readYaml, replaceOnce } from "../support/deployFiles.ts";
import { lacksProgram } from "../support/lacksProgram.ts";
import { openPostgresServer } from "../support/postgresServer.ts";
import { spawnCommand } from "../support/runCommand.ts";
import { namesOf, readBlocks, readTable } from "./examples.ts";

const page = "docs/deploying.md";

test("docs/deploying.md lists every file of deploy", () => {
  const shown = readTable(page, "The files").map(([name]) => namesOf(name)[0]);
  const files = readdirSync(deployPath(".")).filter((name) => name !== "secrets");
  assert.deepEqual(shown.toSorted(), files.toSorted());
});

/** Runs the commands of the page in a folder; returns the folder of the secrets. */
async function createSecrets(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-compose-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "deploy"));
  for (const name of ["fullchain.pem", "privkey.pem"]) await writeFile(join(folder, name), name);
  const script = readBlocks(page).map(({ code }) => code);
  execFileSync("sh", ["-euc", script.join("\n")], { cwd: folder });
  return join(folder, "deploy/secrets");
}

test("the commands of docs/deploying.md create the secrets and database of compose.yaml", {
  skip: lacksOpenssl || lacksProgram("psql", "postgresql-client"),
}, async (t) => {
  const secrets = await createSecrets(t);
  const [compose] = readYaml("compose.yaml");
  const expected = Object.values<{ file: string }>(compose.secrets).map(({ file }) =>
    basename(file),
  );
  assert.deepEqual((await readdir(secrets)).toSorted(), expected.toSorted());

  const server = await openPostgresServer();
  t.after(() => server.close());
  const { host, port, user } = server.address;
  // The superuser of this server has the name that the image's has not.
  const sql = readDeploy("postgres.sql").replaceAll(/\bpartsdesk\b/g, "other");
  const file = join(secrets, "postgres.sql");
  await writeFile(file, replaceOnce(sql, "/run/secrets", secrets));
  const login = ["--no-psqlrc", "--host", host, "--port", String(port), "--username", user];
  const how = ["--set=ON_ERROR_STOP=1", "--quiet", "--dbname=postgres", "--file", file];
  execFileSync("psql", [...login, ...how]);
  const url = (await readFile(join(secrets, "database_url"), "utf8")).trim();
  const own = url.replace("partsdesk:", "other:").replace(/@.*/, `@${host}:${port}/other`);
  const secretKey = (await readFile(join(secrets, "secret_key"), "utf8")).trim();
  const migrated = await spawnCommand({ url: own }, ["migrate"], { SECRET_KEY: secretKey });
  assert.equal(migrated.exitCode, 0, migrated.stderr);
  assert.match(migrated.stdout, /^Applied 0042-baseline\.\n/);
});
