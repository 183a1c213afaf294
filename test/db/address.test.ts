import assert from "node:assert/strict";
import { test } from "node:test";
import { isDatabaseUrl, listServers, toAddress } from "../../src/db/address.ts";

function namesOf(connectionString: string) {
  const { servers, mustWrite } = listServers({ connectionString });
  return { urls: servers.map((server) => server.connectionString), mustWrite };
}

test("a URL with several hosts names one server per host", () => {
  const rest = "partsdesk?sslmode=require&application_name=x";
  const url = `postgres://u:p%40@a:5432,[::1]:5433/${rest}&target_session_attrs=read-write`;
  assert.deepEqual(namesOf(url), {
    urls: [`postgres://u:p%40@a:5432/${rest}`, `postgres://u:p%40@[::1]:5433/${rest}`],
    mustWrite: true,
  });
  assert.equal(isDatabaseUrl(url), true);
});

test("a URL with one host is used as it is, and must accept writes only if it says so", () => {
  const url = "postgres://u:p,q@/parts?host=%2Frun%2Fpostgresql&port=5432";
  assert.deepEqual(namesOf(url), { urls: [url], mustWrite: false });
  const writing = { urls: ["postgres://a/parts"], mustWrite: true };
  for (const attributes of ["read-write", "primary"]) {
    assert.deepEqual(namesOf(`postgres://a/parts?target_session_attrs=${attributes}`), writing);
  }
});

test("an address that is not a URL is its only server", () => {
  const address = { host: "/run/postgresql", port: 5432 };
  assert.deepEqual(listServers(address), { servers: [address], mustWrite: false });
});

test("a URL is refused if a server of it cannot be parsed or if it would not accept writes", () => {
  const hosts = ["a:port", "a:99999", "a,,b", "a, b"];
  const ends = ["?options=-c%20role%3Dx", "?target_session_attrs=any", "?target_session_attrs="];
  const urls = [
    ...hosts.map((host) => `postgres://${host}/parts`),
    ...ends.map((end) => `postgres://a/parts${end}`),
    "mysql://a/parts",
    "a:5432",
  ];
  for (const url of urls) assert.equal(isDatabaseUrl(url), false, url);
});

test("a file that a URL names and that is missing is reported with the setting", () => {
  const url = "postgres://a/parts?sslrootcert=/missing.pem";
  assert.equal(isDatabaseUrl(url), true);
  assert.throws(() => toAddress(url), { message: /^DATABASE_URL: ENOENT.*missing\.pem/ });
});
