// What the OpenAPI document says before and beside its operations.
import type { OpenApiPreface } from "../http/registerOpenApi.ts";
import { describeErrorAnswer } from "./describeAnswers.ts";
import { openApiComponents } from "./openApiComponents.ts";
import { openApiErrorExamples } from "./openApiErrorExamples.ts";
import { renderErrorTable } from "./openApiErrorGuide.ts";
import { type Installation, renderOpenApiGuide } from "./openApiGuide.ts";

/**
 * The version of the interface: the first figure is that of its path, the second grows with
 * additions.
 */
const version = "1.0";

function renderDescription(installation: Installation): string {
  const sections = renderOpenApiGuide(installation).map(
    ({ title, text }) => `## ${title}\n\n${text}`,
  );
  return [...sections, renderErrorTable()].join("\n\n");
}

/** The preface of the document of an installation. */
export function renderOpenApiPreface(installation: Installation): OpenApiPreface {
  return {
    title: "partsdesk parts ordering",
    version,
    summary: "Look aerospace parts up and place draft orders at your own prices.",
    description: renderDescription(installation),
    baseUrl: installation.baseUrl,
    keyDescription: "An API key: `sk_live_` and 38 more characters.",
    tags: [
      { name: "Catalog", description: "Looking parts up." },
      { name: "Orders", description: "Placing draft orders and reading orders." },
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
