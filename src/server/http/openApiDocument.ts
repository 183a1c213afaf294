// The part of OpenAPI 3.1 that is used here.

export type Reference = { readonly $ref: string };

/** JSON Schema 2020-12, in which a `$ref` may have its own description. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export type Example = { readonly summary?: string; readonly value: unknown };

export type JsonContent = {
  readonly "application/json": {
    readonly schema: JsonSchema;
    readonly examples: Readonly<Record<string, Example | Reference>>;
  };
};

export type Header = {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly example: string;
};

export type Answer = {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content: JsonContent;
};

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};

export type RequestBody = { readonly required: boolean; readonly content: JsonContent };

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Answer>>;
};

/** Objects that operations reference by name. */
export type Components = {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly responses: Readonly<Record<string, Answer>>;
  readonly examples: Readonly<Record<string, Example>>;
};

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>> & { readonly description: string };
  readonly servers: readonly unknown[];
  readonly security: readonly unknown[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Components & { readonly securitySchemes: unknown };
};
