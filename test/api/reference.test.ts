import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Script } from "node:vm";
import type { LightMyRequestResponse } from "fastify";
import { errorCatalogue } from "../../src/errors.ts";
import { fonts, preloadedFonts, siteScript, stylesheet } from "../../src/html/assets/assets.ts";
import { writeJson } from "../../src/html/json.ts";
import type { OpenApiDocument } from "../../src/http/openApiDocument.ts";
import { createSchemaCheck } from "../support/schemaCheck.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";

let app: TestApp;
let response: LightMyRequestResponse;
let page: string;
let document: OpenApiDocument;

const siteScriptTag = `<script src="${siteScript.path}" defer></script>`;
const publicUrl = "https://parts.example";

before(async () => {
  app = await openTestApp({ publicUrl, supportEmail: "parts@supplier.example" });
  response = await app.server.inject("/docs");
  page = response.body;
  document = (await app.server.inject("/openapi.json")).json();
});

after(() => app.close());

function readEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

function listAttributes(name: string): string[] {
  return [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map((found) =>
    readEntities(found[1] ?? ""),
  );
}

test("the page may load only the stylesheet and script of the site", () => {
  assert.equal(response.statusCode, 200);
  const { headers } = response;
  assert.equal(headers["content-type"], "text/html; charset=utf-8");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["referrer-policy"], "same-origin");
  const policy = String(headers["content-security-policy"]).split("; ");
  for (const rule of [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "script-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.doesNotMatch(policy.join(), /unsafe|https?:|\*/);
});

test("the page has no inline script or style and no external resources", () => {
  const withoutScript = page.replace(siteScriptTag, "");
  assert.equal(page.length - withoutScript.length, siteScriptTag.length);
  assert.doesNotMatch(withoutScript, /<(script|style|iframe|object|form|base)\b/i);
  assert.doesNotMatch(withoutScript, / (style|src|srcset|on\w+)=/i);
  for (const href of listAttributes("href")) assert.match(href, /^(#|\/|data:image\/svg\+xml,)/);
});

test("all tags are balanced", () => {
  const open: string[] = [];
  const single = /^(meta|link|br)$/;
  for (const [, slash, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*(?<!\/)>/g)) {
    if (slash === "/") assert.equal(open.pop(), name);
    else if (!single.test(name)) open.push(name);
  }
  assert.deepEqual(open, []);
});

test("every link within the page has exactly one target", () => {
  const ids = listAttributes("id");
  assert.equal(new Set(ids).size, ids.length, "each id occurs once");
  const fragments = listAttributes("href").filter((href) => href.startsWith("#"));
  assert.ok(ids.includes("first-call"), "links of version 0.1 work");
  assert.ok(fragments.length > 50);
  for (const fragment of fragments) assert.ok(ids.includes(fragment.slice(1)), fragment);
});

test("every other link leads to an address of the service", async () => {
  const links = listAttributes("href").filter((href) => href.startsWith("/"));
  for (const link of new Set(links)) {
    const { statusCode } = await app.server.inject(link);
    // The first page of the site redirects to the sign-in page.
    assert.equal(statusCode, link === "/" ? 303 : 200, link);
  }
});

test("the page has every operation, every field and every error", () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, { operationId, summary }] of Object.entries(operations)) {
      assert.ok(page.includes(`id="${operationId}"`) && page.includes(`>${summary}</a></h2>`));
      assert.ok(page.includes(`<code>${method.toUpperCase()} ${path}</code>`), path);
    }
  }
  const fields = Object.values(document.components.schemas).flatMap((schema) =>
    Object.keys(schema.properties ?? {}),
  );
  for (const field of fields) {
    assert.ok(page.includes(`<th role="rowheader" scope="row" class="code">${field}</th>`), field);
  }
  for (const code of Object.keys(errorCatalogue)) {
    assert.ok(page.includes(`id="error-${code}"`), code);
    const example = document.components.examples[code]?.value;
    assert.ok(readEntities(page).includes(writeJson(example)), `the body of ${code}`);
  }
});

type Call = { url: string; headers: Record<string, string>; body: string | undefined };

/** Parses the curl commands of the page like a shell. */
function listCalls(): Call[] {
  const blocks = [...page.matchAll(/<pre[^>]*><code>(curl [^<]*)<\/code>/g)];
  return blocks.map((block) => {
    const text = readEntities(block[1] ?? "");
    const headers = [...text.matchAll(/-H (['"])(.*?): (.*?)\1/g)].map((found) => [
      found[2]?.toLowerCase() ?? "",
      found[3] ?? "",
    ]);
    const body = /-d '([\s\S]*)'$/.exec(text)?.[1];
    const url = /^curl -sS '([^']*)'/.exec(text)?.[1] ?? "";
    return { url, headers: Object.fromEntries(headers), body };
  });
}

test("every request on the page is valid for the service", async () => {
  const buyer = await app.openAccount();
  const check = createSchemaCheck(document);
  const statuses: number[] = [];
  for (const { url, headers, body } of listCalls()) {
    assert.ok(url.startsWith(`${publicUrl}/public/api/v1/b2b/`), url);
    assert.equal(headers["authorization"], "Bearer $PARTSDESK_KEY");
    const path = new URL(url).pathname;
    if (body !== undefined) {
      const schema =
        document.paths[path]?.["post"]?.requestBody?.content["application/json"].schema;
      assert.deepEqual(check(schema ?? {}, JSON.parse(body)), [], path);
    }
    const answer = await app.server.inject({
      method: body === undefined ? "GET" : "POST",
      url: url.slice(publicUrl.length),
      headers: { ...headers, authorization: `Bearer ${buyer.key}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    statuses.push(answer.statusCode);
  }
  // The parts of the example order belong to another account; the example order_id does not exist.
  assert.deepEqual(statuses, [200, 200, 422, 200, 404]);
});

test("the page has the settings of this installation", async () => {
  assert.ok(page.includes(`<code>${publicUrl}</code>`));
  assert.ok(page.includes("parts@supplier.example"));
  assert.ok(page.includes("3,000 requests per minute"));
  assert.ok(page.includes("60 minutes"));
});

test("the page names the client, and the service serves it at that address", async () => {
  const command = /npm install (\S+\.tgz)/.exec(page)?.[1] ?? "";
  assert.ok(command.startsWith(`${publicUrl}/docs/partsdesk-client-`), command);
  const packed = await app.server.inject(command.slice(publicUrl.length));
  assert.equal(packed.statusCode, 200);
  assert.equal(packed.headers["content-type"], "application/gzip");
  assert.deepEqual(packed.rawPayload, readFileSync("sdk/dist/client.tgz"));
});

test("the address of the service cannot become markup", async () => {
  const hostile = await openTestApp({ publicUrl: `http://a.example/"'><script>alert(1)</script>` });
  try {
    const { body } = await hostile.server.inject("/docs");
    assert.doesNotMatch(body.replace(siteScriptTag, ""), /<script/);
    assert.ok(body.includes("&#60;script&#62;"));
  } finally {
    await hostile.close();
  }
});

test("the page is smaller than 20 KB as it is sent, and than 150 KB as it is read", async () => {
  const headers = { "accept-encoding": "br" };
  const { rawPayload } = await app.server.inject({ url: "/docs", headers });
  assert.ok(rawPayload.length < 20_000, `${rawPayload.length} bytes`);
  assert.ok(Buffer.byteLength(page) < 150_000, `${Buffer.byteLength(page)} bytes`);
});

test("the stylesheet has its hash in its address and can be cached permanently", async () => {
  assert.ok(listAttributes("href").includes(stylesheet.path));
  const { headers, body, statusCode } = await app.server.inject(stylesheet.path);
  assert.equal(statusCode, 200);
  assert.equal(headers["content-type"], "text/css; charset=utf-8");
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(body, stylesheet.content.toString());
  assert.equal((await app.server.inject("/assets/site.000000000000.css")).statusCode, 404);
});

test("colors and sizes are defined once as tokens, and every token that is used is defined", () => {
  const text = stylesheet.content.toString();
  const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map((found) => found[1]);
  const defined = new Set([...text.matchAll(/(--[\w-]+):/g)].map((found) => found[1]));
  for (const token of used) assert.ok(defined.has(token), String(token));
  const rules = text.replace(/@font-face\{[^}]*\}|:root\{[^}]*\}/g, "");
  assert.doesNotMatch(rules, /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsl|url\(|@import/i);
  assert.doesNotMatch(rules, /font-size:[\d.]+(px|rem|em)/);
});

test("stylesheet and script have no comments and no indentation, and the script still runs", () => {
  const [styles, script] = [stylesheet, siteScript].map(({ content }) => content.toString());
  assert.doesNotMatch(styles ?? "", /\/\*|\n|\s\s/);
  assert.doesNotMatch(script ?? "", /\/\*\*|^\s|^\/\//m);
  assert.doesNotThrow(() => new Script(script ?? ""));
});

test("the fonts are ours, preloaded, cached permanently, and named by a hash", async () => {
  assert.deepEqual(
    [...page.matchAll(/rel="preload" href="([^"]+)"/g)].map((found) => found[1]),
    preloadedFonts.map(({ path }) => path),
  );
  for (const { path, content } of fonts) {
    const { headers, rawPayload } = await app.server.inject(path);
    assert.equal(headers["content-type"], "font/woff2");
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.ok(rawPayload.equals(content));
    assert.ok(stylesheet.content.includes(path));
  }
});

test("a first visit loads less than 180 KB, a later one less than 40 KB", async () => {
  const headers = { "accept-encoding": "br" };
  const load = async (url: string) => (await app.server.inject({ url, headers })).rawPayload.length;
  const html = await load("/docs");
  const assets = [stylesheet, siteScript, ...fonts].map(({ path }) => load(path));
  const total = (await Promise.all(assets)).reduce((sum, bytes) => sum + bytes, html);
  assert.ok(html < 40_000, `${html} bytes`);
  assert.ok(total - (fonts.at(-1)?.content.length ?? 0) < 180_000, `${total} bytes`);
});
