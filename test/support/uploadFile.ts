// A file sent as the form of a page sends it.
import type { LightMyRequestResponse } from "fastify";
import { uploadForm } from "./sendImport.ts";
import type { TestApp } from "./testApp.ts";
import type { TestVisitor } from "./testVisitor.ts";

/** Sends a file as the field `file`; a file without a name counts as none. */
export function uploadFile(
  app: Pick<TestApp, "server">,
  { cookie, referer }: Pick<TestVisitor, "cookie"> & { readonly referer?: string },
  url: string,
  name: string,
  bytes: Buffer,
): Promise<LightMyRequestResponse> {
  const { type, payload } = uploadForm({}, name, bytes);
  return app.server.inject({
    method: "POST",
    url,
    headers: {
      cookie,
      ...(referer === undefined ? {} : { referer }),
      "sec-fetch-site": "same-origin",
      "content-type": type,
    },
    payload,
  });
}
