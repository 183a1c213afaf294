// The files of deploy/ pass the linters of their formats. Each linter also gets a faulty file.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import * as apps from "kubernetes-models/apps/v1";
import * as networking from "kubernetes-models/networking.k8s.io/v1";
import * as policy from "kubernetes-models/policy/v1";
import * as core from "kubernetes-models/v1";
import { lacksCaddy } from "../support/caddy.ts";
import { createCertificate, lacksOpenssl } from "../support/createCertificate.ts";
import { deployPath, readDeploy, readYaml, replaceOnce, root } from "../support/deployFiles.ts";
import { lacksHaproxy } from "../support/haproxy.ts";
import { lacksProgram } from "../support/lacksProgram.ts";

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-lint-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a program to its end; its output if it failed. */
function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return status === 0 ? "" : `${program} ended with ${status}: ${stdout}${stderr}`;
}

test("the Dockerfile has no fault", () => {
  const lint = (text: string): string[] => validate(text).map(({ message }) => String(message));
  assert.deepEqual(lint(readDeploy("Dockerfile")), []);
  assert.equal(lint(replaceOnce(readDeploy("Dockerfile"), "EXPOSE", "EXPOSES")).length, 1);
});

/** Rules about order and looks. Errors of the schema and of the use cannot be switched off. */
const looks = ["service-keys-order", "services-alphabetical-order", "top-level-properties-order"];

test("compose.yaml matches its schema and the rules of dclint", async (t) => {
  const rules = {
    ...Object.fromEntries(looks.map((rule) => [rule, 0 as const])),
    "require-quotes-in-ports": [1 as const, { quoteType: "double" }] as [1, { quoteType: string }],
  };
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  const lint = (path: string): unknown[] =>
    linter
      .lintFiles([path], false)
      .flatMap((found: { readonly messages: readonly unknown[] }) => found.messages);
  assert.deepEqual(lint(deployPath("compose.yaml")), []);
  const broken = join(await createFolder(t), "compose.yaml");
  await writeFile(broken, replaceOnce(readDeploy("compose.yaml"), "shm_size", "shm_sizes"));
  assert.equal(lint(broken).length, 1);
});

const kinds: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  v1: core,
  "apps/v1": apps,
  "networking.k8s.io/v1": networking,
  "policy/v1": policy,
};

type Resource = { readonly apiVersion: string; readonly kind: string; readonly spec?: object };

function validateResource(resource: Resource): void {
  const Model = kinds[resource.apiVersion]?.[resource.kind] as new (
    data: unknown,
  ) => { validate(): void };
  new Model(resource).validate();
}

/** What the compiler says about resources as literals of their types: it finds unknown keys. */
async function compile(t: TestContext, resources: readonly Resource[]): Promise<string> {
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "kubernetes-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const lines = resources.map((resource, n) => {
    const type = `import("kubernetes-models/${resource.apiVersion}").I${resource.kind}`;
    return `export const r${n}: ${type} = ${JSON.stringify(resource, null, 2)};`;
  });
  const file = join(folder, "resources.ts");
  await writeFile(file, lines.join("\n"));
  const how = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig"];
  return run(join(root, "node_modules/.bin/tsc"), [...how, "--module", "nodenext", file]);
}

test("kubernetes.yaml has the types and values of Kubernetes, and no unknown key", async (t) => {
  const resources: Resource[] = readYaml("kubernetes.yaml");
  assert.deepEqual(
    resources.map(({ kind }) => kind),
    ["ConfigMap", "Deployment", "Service", "PodDisruptionBudget", "Ingress", "NetworkPolicy"],
  );
  for (const resource of resources) validateResource(resource);
  assert.equal(await compile(t, resources), "");

  const [, deployment] = resources;
  assert.ok(deployment !== undefined);
  const withSpec = (more: object) => ({ ...deployment, spec: { ...deployment.spec, ...more } });
  assert.throws(() => validateResource(withSpec({ replicas: "2" })));
  assert.match(await compile(t, [withSpec({ replica: 2 })]), /"replica"' does not exist/);
});

test("systemd accepts the unit, and rates its exposure as low", {
  skip: lacksProgram("systemd-analyze", "systemd"),
}, async (t) => {
  const folder = await createFolder(t);
  const unit = join(folder, "partsdesk.service");
  const verify = async (text: string): Promise<string> => {
    await writeFile(unit, text.replaceAll("/opt/partsdesk/bin/", join(root, "bin/")));
    const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
    return stdout + stderr;
  };
  const text = readDeploy("partsdesk.service");
  assert.match(await verify(replaceOnce(text, "KillMode=mixed", "KillMode=mild")), /mild/);
  assert.equal(await verify(text), "");
  // 0 to 100, of which systemd calls less than 50 "OK".
  const rate = ["security", "--offline=true", "--threshold=20", "--no-pager", unit];
  assert.equal(run("systemd-analyze", rate), "");
});

test("HAProxy accepts haproxy.cfg", {
  skip: lacksHaproxy || lacksOpenssl,
}, async (t) => {
  const folder = await createFolder(t);
  const pem = await createCertificate(folder);
  const file = join(folder, "haproxy.cfg");
  const check = async (text: string): Promise<string> => {
    const local = text.replaceAll(/ node[12]:3000$/gm, " 127.0.0.1:3000");
    await writeFile(file, replaceOnce(local, "/etc/haproxy/partsdesk.pem", pem));
    // Fails on warnings too, as for a name without an address.
    return run("haproxy", ["-c", "-dW", "-f", file]);
  };
  const text = readDeploy("haproxy.cfg");
  assert.equal(await check(text), "");
  assert.match(await check(replaceOnce(text, "balance ", "balances ")), /balances/);
});

test("Caddy accepts the Caddyfile and its format", {
  skip: lacksCaddy,
}, async (t) => {
  const file = join(await createFolder(t), "Caddyfile");
  const check = async (text: string): Promise<string> => {
    await writeFile(file, text);
    return run("caddy", ["validate", "--config", file, "--adapter", "caddyfile"]);
  };
  const text = readDeploy("Caddyfile");
  assert.equal(await check(text), "");
  assert.match(await check(replaceOnce(text, "health_uri", "health_url")), /health_url/);
  const format = ["fmt", deployPath("Caddyfile")];
  assert.equal(execFileSync("caddy", format, { encoding: "utf8" }), text);
});
