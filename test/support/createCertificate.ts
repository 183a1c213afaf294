import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lacksProgram } from "./lacksProgram.ts";

/** Why a test that needs a certificate is skipped; false if OpenSSL is installed. */
export const lacksOpenssl = lacksProgram("openssl", "openssl");

/** Writes a self-signed certificate of localhost and its key into one file, as HAProxy reads it. */
export async function createCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const name = ["-subj", "/CN=localhost", "-days", "2"];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", ...kind, ...name, ...files], { stdio: "ignore" });
  const both = join(folder, "partsdesk.pem");
  await writeFile(both, (await readFile(certificate, "utf8")) + (await readFile(key, "utf8")));
  return both;
}
