// A file sent as the form of a page sends it.
import type { LightMyRequestResponse } from "fastify";
import type { TestApp } from "./testApp.ts";
import type { TestVisitor } from "./testVisitor.ts";

const boundary = "partsdesk-test-boundary";

/** Sends a file as the field `file`; a file without a name counts as none. */
export function uploadFile(
  app: Pick<TestApp, "server">,
  { cookie, referer }: Pick<TestVisitor, "cookie"> & { readonly referer?: string },
  url: string,
  name: string,
  bytes: Buffer,
): Promise<LightMyRequestResponse> {
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    "Content-Type: application/octet-stream\r\n\r\n";
  return app.server.inject({
    method: "POST",
    url,
    headers: {
      cookie,
      ...(referer === undefined ? {} : { referer }),
      "sec-fetch-site": "same-origin",
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}
