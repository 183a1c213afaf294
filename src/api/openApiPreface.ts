import type { OpenApiPreface } from "../http/registerOpenApi.ts";
import { describeErrorAnswer } from "./describeAnswers.ts";
import { openApiComponents } from "./openApiComponents.ts";
import { openApiErrorExamples } from "./openApiErrorExamples.ts";
import { renderErrorTable } from "./openApiErrorGuide.ts";
import { type Installation, renderOpenApiGuide } from "./openApiGuide.ts";

/**
 * Version of the API: the first number is part of the path, the second increases with additions.
 */
const version = "1.0";

function renderDescription(installation: Installation): string {
  const sections = renderOpenApiGuide(installation).map(
    ({ title, text }) => `## ${title}\n\n${text}`,
  );
  return [...sections, renderErrorTable()].join("\n\n");
}

export function renderOpenApiPreface(installation: Installation): OpenApiPreface {
  return {
    title: "partsdesk parts ordering",
    version,
    summary: "Look up aerospace parts and place draft orders at your own prices.",
    description: renderDescription(installation),
    baseUrl: installation.baseUrl,
    keyDescription: "An API key: `sk_live_` followed by 38 characters.",
    tags: [
      { name: "Catalog", description: "Look up parts." },
      { name: "Orders", description: "Place draft orders, list and get orders." },
    ],
    components: {
      ...openApiComponents,
      responses: {
        UnknownAddress: describeErrorAnswer(["NOT_FOUND"]),
        MethodNotAllowed: describeErrorAnswer(["METHOD_NOT_ALLOWED"]),
      },
      examples: openApiErrorExamples,
    },
  };
}
