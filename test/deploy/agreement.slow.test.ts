// What several files of deploy/ must agree on: ports, users, addresses of checks, and times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { maxBehindMs } from "../../src/catalog/replica/follower.ts";
import { describeConfig } from "../../src/server/config.ts";
import {
  readAssignments,
  readDeploy,
  readImageSettings,
  readStages,
  readYaml,
  valuesOf,
} from "../support/deployFiles.ts";

const [compose] = readYaml("compose.yaml");
const resources = readYaml("kubernetes.yaml");
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
const resource = (kind: string): any => resources.find((one) => one.kind === kind);
const pod = resource("Deployment").spec.template.spec;
const [container] = pod.containers;
const runtime = readStages().at(-1) ?? [];
const haproxy = readDeploy("haproxy.cfg");
const caddy = readDeploy("Caddyfile");
const unit = readDeploy("partsdesk.service");

function numberOf(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  assert.ok(found !== undefined, `no ${pattern}`);
  return Number(found);
}

/**
 * The seconds of a stop besides STOP_DELAY_SECONDS: two probes of the database, 10 for requests in
 * progress, 5 to release what is open (decision 143).
 */
const stopS = 1 + 10 + 1 + 5;
const stopDelayS = Number(readAssignments(readDeploy("partsdesk.env"))["STOP_DELAY_SECONDS"]);

test("what ends a node waits longer than its stop takes", () => {
  const { sleep } = container.lifecycle.preStop;
  assert.ok(pod.terminationGracePeriodSeconds > sleep.seconds + stopDelayS + stopS);
  assert.ok(numberOf(unit, /^TimeoutStopSec=(\d+)$/m) > stopDelayS + stopS);
  for (const name of ["node1", "node2"]) {
    const seconds = numberOf(compose.services[name].stop_grace_period, /^(\d+)s$/);
    assert.ok(seconds > stopDelayS + stopS, name);
  }
});

test("each proxy notices a stopping node before STOP_DELAY_SECONDS end", () => {
  const interval = numberOf(haproxy, /check inter (\d+)s/);
  const fastInterval = numberOf(haproxy, /fastinter (\d+)ms/) / 1_000;
  const fall = numberOf(haproxy, /fall (\d+)/);
  // The first check may start just before the node stops, and one may take its interval.
  assert.ok(interval + fastInterval * fall < stopDelayS);
  const caddyInterval = numberOf(caddy, /health_interval (\d+)s/);
  assert.ok(caddyInterval + numberOf(caddy, /health_timeout (\d+)s/) < stopDelayS);
  assert.equal(describeConfig({})["STOP_DELAY_SECONDS"], stopDelayS);
});

test("the alert of an old replica fires before lookups fail, and not while one is rebuilt", () => {
  const limitS = numberOf(readDeploy("prometheus-rules.yml"), /unit="seconds"} > (\d+)$/m);
  assert.ok(limitS * 1_000 < maxBehindMs);
  assert.ok(limitS > Number(describeConfig({})["REPLICA_MAX_STALE_SECONDS"]));
});

test("HAProxy queues what would be more than its nodes may have in progress", () => {
  const nodeCount = [...haproxy.matchAll(/^ {2}server node/gm)].length;
  const total = numberOf(haproxy, /^ {2}maxconn (\d+)$/m);
  assert.ok(numberOf(haproxy, / maxconn (\d+) resolvers/) * nodeCount < total);
  assert.ok(numberOf(haproxy, /timeout queue (\d+)s/) < numberOf(haproxy, /timeout server (\d+)s/));
});

test("a start may take as long as it waits for the database, and five times more", () => {
  const { periodSeconds, failureThreshold } = container.startupProbe;
  const waitS = Number(describeConfig({})["DATABASE_WAIT_SECONDS"]);
  assert.ok(periodSeconds * failureThreshold > 6 * waitS);
});

test("probes and checks ask what tells whether to restart a node or to send it requests", () => {
  assert.deepEqual(container.livenessProbe.httpGet, { path: "/livez", port: "http" });
  assert.deepEqual(container.startupProbe.httpGet, { path: "/livez", port: "http" });
  assert.deepEqual(container.readinessProbe.httpGet, { path: "/readyz", port: "http" });
  assert.match(haproxy, /http-check send meth GET uri \/readyz /);
  assert.match(caddy, /health_uri \/readyz\n/);
  assert.match(valuesOf(runtime, "HEALTHCHECK").join(), /\/livez`/);
});

test("the ports are those on which the image listens, and metrics are not public", () => {
  const { PORT = "3000", METRICS_PORT } = readImageSettings();
  assert.deepEqual(valuesOf(runtime, "EXPOSE"), [`${PORT} ${METRICS_PORT}`]);
  const ports = [
    { name: "http", containerPort: Number(PORT) },
    { name: "metrics", containerPort: Number(METRICS_PORT) },
  ];
  assert.deepEqual(container.ports, ports);
  assert.deepEqual(resource("Service").spec.ports, [
    { name: "http", port: 80, targetPort: "http" },
  ]);
  const rules = resource("NetworkPolicy").spec.ingress as { ports: unknown; from: unknown[] }[];
  assert.deepEqual(
    rules.map((rule) => rule.ports),
    ports.map(({ containerPort }) => [{ port: containerPort }]),
  );
  const [{ backend }] = resource("Ingress").spec.rules[0].http.paths;
  assert.deepEqual(backend.service, { name: "partsdesk", port: { name: "http" } });
  for (const [name, service] of Object.entries<{ ports?: string[] }>(compose.services)) {
    const expected = name === "proxy" ? ["0.0.0.0:80:80", "0.0.0.0:443:443"] : undefined;
    assert.deepEqual(service.ports, expected, name);
  }
  const servers = [...haproxy.matchAll(/^ {2}server (node\d) (\S+)$/gm)].map(([, , to]) => to);
  assert.deepEqual(servers, [`node1:${PORT}`, `node2:${PORT}`]);
  assert.ok(caddy.includes(`reverse_proxy ${servers.join(" ")} {`));
  assert.deepEqual(
    Object.keys(compose.services).filter((name) => name.startsWith("node")),
    ["node1", "node2"],
  );
});

test("a node runs as 10001, without rights, on a read-only file system with one folder", () => {
  const user = "10001:10001";
  assert.deepEqual(valuesOf(runtime, "USER"), [user]);
  assert.deepEqual(valuesOf(runtime, "VOLUME"), ["/var/lib/partsdesk"]);
  for (const name of ["node1", "node2"]) {
    const node = compose.services[name];
    assert.equal(node.user, user);
    assert.equal(node.read_only, true);
    assert.deepEqual(node.cap_drop, ["ALL"]);
    assert.deepEqual(node.security_opt, ["no-new-privileges:true"]);
    assert.deepEqual(node.volumes, [`${name}:/var/lib/partsdesk`]);
  }
  const { runAsNonRoot, runAsUser, runAsGroup, fsGroup } = pod.securityContext;
  assert.deepEqual([runAsNonRoot, runAsUser, runAsGroup, fsGroup], [true, 10001, 10001, 10001]);
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  const [, data] = container.volumeMounts;
  assert.deepEqual(data, { name: "data", mountPath: "/var/lib/partsdesk" });
});

test("all selectors of kubernetes.yaml find the pods, and one node always stays", () => {
  const { labels } = resource("Deployment").spec.template.metadata;
  const [spread] = pod.topologySpreadConstraints;
  const found = [
    resource("Deployment").spec.selector.matchLabels,
    resource("PodDisruptionBudget").spec.selector.matchLabels,
    resource("NetworkPolicy").spec.podSelector.matchLabels,
    resource("Service").spec.selector,
    spread.labelSelector.matchLabels,
  ];
  for (const selector of found) assert.deepEqual(selector, labels);
  const { replicas, strategy } = resource("Deployment").spec;
  assert.ok(replicas > resource("PodDisruptionBudget").spec.maxUnavailable);
  assert.deepEqual(strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
});

test("idle connections of a proxy end before those of a node", () => {
  const nodeS = 65;
  assert.ok(numberOf(haproxy, /timeout client (\d+)s/) < nodeS);
  assert.ok(numberOf(caddy, /keepalive (\d+)s/) < nodeS);
});
