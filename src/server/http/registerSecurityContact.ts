import type { FastifyInstance } from "fastify";

const path = "/.well-known/security.txt";
const validMs = 180 * 86_400_000;

type SecurityContact = {
  readonly publicUrl: string;
  readonly supportEmail: string;
  readonly clock: () => Date;
};

/** Where to report a vulnerability, as RFC 9116 says: valid for 180 days from each request. */
function writeSecurityContact({ publicUrl, supportEmail, clock }: SecurityContact): string {
  const at = supportEmail.lastIndexOf("@");
  const mailbox = encodeURIComponent(supportEmail.slice(0, at)) + supportEmail.slice(at);
  const lines = [
    `Contact: mailto:${mailbox}`,
    `Expires: ${new Date(clock().getTime() + validMs).toISOString()}`,
    "Preferred-Languages: en",
    // The RFC allows only https addresses here.
    ...(publicUrl.startsWith("https:") ? [`Canonical: ${publicUrl}${path}`] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

export function registerSecurityContact(server: FastifyInstance, contact: SecurityContact): void {
  server.get(path, { schema: { hide: true } }, async (_request, reply) =>
    reply.header("content-type", "text/plain; charset=utf-8").send(writeSecurityContact(contact)),
  );
}
