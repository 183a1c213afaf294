// What POST …/catalog takes and answers, for validation and for the OpenAPI document alike.
import { CatalogAnswer, CatalogRequest } from "../contract/catalog.ts";
import { limits } from "../contract/limits.ts";
import { describeAnswers, describeRequestBody } from "./describeAnswers.ts";
import { openApiExamples } from "./openApiExamples.ts";

/** POST …/catalog. */
export const describeCatalog = {
  operationId: "lookUpParts",
  tags: ["Catalog"],
  summary: "Look parts up",
  description: `\
Finds parts by manufacturer part number, by name, or both; the results are merged.

- A request has 1 to ${limits.entries} entries over both arrays. A blank entry is no fault: it is \
in \`not_found\`.
- Part numbers match trimmed, in any case, with Unicode dashes and white space folded, otherwise \
exactly. Punctuation counts: \`21117-1\` and \`211-171\` are different parts.
- Part names match without regard to case and accents. Every word must occur in part name, title \
or description, in any order, the last also as the beginning of a word. At most 25 parts an \
entry. An entry that equals a part number matches it too.
- One number can give several parts: each vendor, condition and unit of measure is one. A part \
that several entries match is listed once.
- Order: entries as sent, numbers before names; within an entry exact matches first, then parts in \
stock, then by condition (\`NE\`, \`NS\`, \`OH\`, \`SV\`, \`RP\`, \`AR\`), then by price.
- With \`in_stock\` the entries whose every match is out of stock are in \`not_found\`.
- Every request that reaches a result is answered with 200, also when nothing matched.

Looking up changes nothing and may be repeated at any time.`,
  body: CatalogRequest,
  documented: {
    requestBody: describeRequestBody(CatalogRequest, openApiExamples.catalogRequests),
    responses: describeAnswers("lookUpParts", {
      status: 200,
      description: "What was found and what was not. Without `include` exactly four fields.",
      schema: CatalogAnswer,
      examples: openApiExamples.catalogAnswers,
    }),
  },
};
