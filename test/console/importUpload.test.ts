// Uploads over a socket: slow ones succeed without giving other routes more time, and interrupted
// ones leave nothing.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { before, test } from "node:test";
import type { FastifyRequest } from "fastify";
import { allowSlowBody } from "../../src/server/http/connections/slowBody.ts";
import { admin, app, count, openConsole, reader } from "../support/console.ts";
import { expectTexts } from "../support/expectAnswer.ts";
import { catalogHeader, uploadForm } from "../support/sendImport.ts";
import { sendRaw } from "../support/sendRaw.ts";
import { shortenTimeouts } from "../support/shortenTimeouts.ts";
import type { TestOperator } from "../support/testOperator.ts";

let port: number;

openConsole();

before(async () => {
  shortenTimeouts(app.server);
  const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  port = Number(new URL(url).port);
});

function headOf(path: string, { cookie }: TestOperator, type: string, length: number): string {
  return [
    `POST ${path} HTTP/1.1`,
    "Host: parts.example",
    `Cookie: ${cookie}`,
    "Sec-Fetch-Site: same-origin",
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    "\r\n",
  ].join("\r\n");
}

const countPieces = () => count("import_file_pieces");

/** Sends a form without its end; `finish` sends the end. */
function openUpload(bytes: string) {
  const { type, payload } = uploadForm({ kind: "catalog", mode: "merge" }, "slow.csv", bytes);
  const cut = payload.length - 40;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
  });
  socket.write(headOf("/console/imports/new", admin, type, payload.length));
  socket.write(payload.subarray(0, cut));
  return {
    socket,
    answer: () => answer,
    finish: async () => {
      socket.write(payload.subarray(cut));
      while (!answer.includes("\r\n\r\n")) await once(socket, "data");
      socket.destroy();
      return answer;
    },
  };
}

test("a slow upload succeeds, while slow bodies of other routes get 408", {
  timeout: 60_000,
}, async () => {
  const upload = openUpload(`${catalogHeader}\nA-1,BOLT,NE,EA,1,1.00,USD,Acme\n`);
  const form = "application/x-www-form-urlencoded";
  const { type } = uploadForm({}, "x", "");
  const slow = [
    headOf("/console/imports/new", reader, type, 500),
    headOf("/console/imports/1/cancel", admin, form, 500),
    headOf("/console/imports/1/commit", admin, type, 500),
  ];
  const answers = await Promise.all(slow.map((head) => sendRaw(port, [`${head}x`])));
  // An operator who may not import is refused before the body is read, and gets no extra time.
  assert.match(answers[0] ?? "", /^HTTP\/1.1 (403|408) /);
  assert.match(answers[1] ?? "", /^HTTP\/1.1 408 /);
  assert.match(answers[2] ?? "", /^HTTP\/1.1 (408|404) /);
  assert.equal(upload.answer(), "");
  const answer = await upload.finish();
  expectTexts(answer, /^HTTP\/1.1 303 /, /location: \/console\/imports\/files\//i);
});

test("a body that is not an upload is refused before it is read, whatever its declared length", async () => {
  const form = "application/x-www-form-urlencoded";
  const answer = await sendRaw(port, [headOf("/console/imports/new", admin, form, 2 ** 40)]);
  assert.match(answer, /^HTTP\/1.1 400 /);
});

test("an interrupted upload leaves nothing", { timeout: 30_000 }, async () => {
  const before = await countPieces();
  const upload = openUpload("x".repeat(3_000_000));
  while ((await countPieces()) < before + 2);
  upload.socket.destroy();
  while ((await countPieces()) > before);
});

/** Both ends of a connection. */
async function openPair(): Promise<{ near: Socket; far: Socket; close: () => void }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const far = connect(address.port, "127.0.0.1");
  const [near] = (await once(server, "connection")) as [Socket];
  near.resume();
  return { near, far, close: () => server.close() };
}

for (const [name, limits] of [
  ["stays silent", { maxSilenceMs: 20, maxDurationMs: 3_600_000 }],
  ["takes too long in total", { maxSilenceMs: 3_600_000, maxDurationMs: 20 }],
] as const) {
  test(`a slow body that ${name} is cut off`, { timeout: 10_000 }, async () => {
    const { near, far, close } = await openPair();
    const request = { raw: { socket: near } } as unknown as FastifyRequest;
    await allowSlowBody(request, () => once(near, "close"), limits);
    far.destroy();
    close();
  });
}
