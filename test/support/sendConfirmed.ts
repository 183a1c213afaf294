import type { LightMyRequestResponse } from "fastify";
import type { TestOperator } from "./testOperator.ts";

type Form = Readonly<Record<string, string>>;

/** Sends a form and, if its page asks first, sends it again with `answers` and the confirmation. */
export async function sendConfirmed(
  operator: TestOperator,
  path: string,
  form: Form,
  answers: Form = {},
): Promise<LightMyRequestResponse> {
  const sent = await operator.post(path, { ...form });
  const [, confirmed] = /name="confirmed" value="([^"]+)"/.exec(sent.body) ?? [];
  return confirmed === undefined ? sent : operator.post(path, { ...form, ...answers, confirmed });
}
