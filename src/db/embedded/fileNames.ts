// What DATA_DIR contains: the folder of the embedded server, and files that belong to its data.

/** The folder of the embedded server. */
export const serverFolder = "postgres";
/** PostgreSQL's data directory in that folder. */
export const clusterFolder = "cluster";
export const secretFile = "secret.key";
/** The key and the password that the demo prints. */
export const demoFiles = { key: "demo.key", password: "demo.password" } as const;
