import type { FastifyReply, FastifyRequest } from "fastify";
import type { Lookup } from "../catalog/search/lookUpParts.ts";
import type { CatalogRequest, Include } from "../contract/catalog.ts";
import { limits } from "../contract/limits.ts";
import { isoTime } from "../day.ts";
import { Failure } from "../errors.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import { readWait } from "../http/connections/requestQueue.ts";
import { bodyFault } from "../http/parseJson.ts";
import { writeCatalogAnswer } from "../pricing/catalogAnswer.ts";
import { lookUpForAccount, type PricedLookup } from "../pricing/lookUpForAccount.ts";
import { recordAnswer, recordEntries } from "../requests/recordAnswer.ts";
import { answerInTime } from "./answerInTime.ts";
import { type ApiContext, toWork } from "./apiContext.ts";

/** Throws VALIDATION_FAILED for no or too many entries. */
function readEntries(body: CatalogRequest): { partNumbers: string[]; partNames: string[] } {
  const partNumbers = body.part_numbers ?? [];
  const partNames = body.part_names ?? [];
  const count = partNumbers.length + partNames.length;
  if (count === 0) {
    throw bodyFault("no_entries", "Send at least one entry in part_numbers or part_names.");
  }
  if (count > limits.entries) {
    const message = `The request has ${count} entries; at most ${limits.entries} are allowed.`;
    throw new Failure("VALIDATION_FAILED", {
      message,
      details: [{ path: "", code: "too_many_entries", message, count, limit: limits.entries }],
    });
  }
  return { partNumbers, partNames };
}

/** A unit is 7 µs of CPU: a name costs many times as much as a number, as does every request. */
const unitsPerName = { found: 25, suggested: 100 } as const;
const unitsPerLookup = 12;

function readLookup(body: CatalogRequest): Lookup {
  const withSuggestions = body.include?.includes("suggestions") ?? false;
  return { ...readEntries(body), inStock: body.in_stock ?? false, withSuggestions };
}

async function findParts(
  context: ApiContext,
  request: FastifyRequest<{ Body: CatalogRequest }>,
  lookup: Lookup,
  now: Date,
): Promise<PricedLookup> {
  const include: readonly Include[] = request.body.include ?? [];
  const entries = recordEntries(lookup);
  request.logDetails = entries;
  const { accountId } = request.caller;
  const parts = await lookUpForAccount(context, accountId, lookup, include, now);
  request.logDetails = recordAnswer(entries, parts.answer);
  return parts;
}

/** The time at which the replica was last known to show the newest state. */
function setCatalogTime(reply: FastifyReply, ageMs: number, now: Date): void {
  void reply.header("x-catalog-time", isoTime(now.getTime() - Math.max(0, ageMs)));
}

/** Handles the lookup. Any internal failure is UPSTREAM_ERROR, never an empty result. */
export function createCatalogHandler(context: ApiContext) {
  return async (
    request: FastifyRequest<{ Body: CatalogRequest }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const now = context.clock();
    const lookup = readLookup(request.body);
    const { partNumbers, partNames } = lookup;
    const perName = lookup.withSuggestions ? unitsPerName.suggested : unitsPerName.found;
    const units = unitsPerLookup + partNumbers.length + perName * partNames.length;
    const find = async () => {
      const parts = await findParts(context, request, lookup, now);
      setCatalogTime(reply, parts.ageMs, now);
      const { accountId } = request.caller;
      return writeCatalogAnswer(parts, context.partIds, accountId, now.getTime());
    };
    const work = () => context.scheduler.run(toWork(request, reply, units), find);
    const waitedMs = readWait(request.raw);
    const answer = await answerInTime(waitedMs, "UPSTREAM_ERROR", work, null);
    return reply.header("content-type", jsonAnswerType).send(answer);
  };
}
