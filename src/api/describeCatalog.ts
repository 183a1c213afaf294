// Request and response of POST …/catalog, for validation and for the OpenAPI document.
import { CatalogAnswer, CatalogRequest } from "../contract/catalog.ts";
import { limits } from "../contract/limits.ts";
import { describeAnswers, describeRequestBody } from "./describeAnswers.ts";
import { openApiExamples } from "./openApiExamples.ts";

/** POST …/catalog. */
export const describeCatalog = {
  operationId: "lookUpParts",
  tags: ["Catalog"],
  summary: "Look up parts",
  description: `\
Finds parts by manufacturer part number, by name, or both; the results are merged.

- Send 1 to ${limits.entries} entries in total. A blank entry is not an error; it is returned in \
\`not_found\`.
- Part numbers match exactly, except that case, surrounding white space and the kind of Unicode \
dash or space do not matter. Punctuation matters: \`21117-1\` and \`211-171\` are different parts.
- Part names ignore case and accents. Every word must occur in the part name, title or \
description, in any order; the last word may be incomplete. An entry returns at most 25 parts. An \
entry that equals a part number matches that part too.
- One number can return several parts: one per vendor, condition and unit of measure. A part that \
matches several entries is listed once.
- Parts are sorted by entry as sent, numbers before names; within an entry, exact matches first, \
then longer names that start with it, names of its words in another order, and other parts with \
all its words; of these, parts in stock first, then by condition (\`NE\`, \`NS\`, \`NU\`, \`OH\`, \
\`SV\`, \`RP\`, \`AR\`, \`US\`, \`CR\`, \`EX\`, \`ST\`), then by price.
- With \`in_stock\`, entries whose matches are all out of stock are in \`not_found\`.
- Parts whose price is on request are not found, unless \`include\` has \`unpriced\`.
- The status is 200 even if nothing matched.

A lookup changes nothing and can be repeated at any time.`,
  body: CatalogRequest,
  documented: {
    requestBody: describeRequestBody(CatalogRequest, openApiExamples.catalogRequests),
    responses: describeAnswers("lookUpParts", {
      status: 200,
      description: "The result of the lookup. Without `include`, it has exactly four fields.",
      schema: CatalogAnswer,
      examples: openApiExamples.catalogAnswers,
      headers: ["X-Catalog-Time"],
    }),
  },
};
