// Where metrics are served.

/** If not `isRequired` and the port for metrics is taken, the service starts without them. */
export type MetricsAddress = {
  readonly host: string;
  readonly port: number;
  readonly isRequired: boolean;
};

type MetricsSettings = {
  readonly HOST: string;
  readonly METRICS_HOST: string | null;
  readonly METRICS_PORT: number | null;
};

const defaultMetrics = { host: "127.0.0.1", port: 9464 };

/** METRICS_PORT alone listens where the service does, as in version 0.1.0. */
export function readMetricsAddress({
  HOST,
  METRICS_HOST,
  METRICS_PORT,
}: MetricsSettings): MetricsAddress | null {
  if (METRICS_PORT === 0) return null;
  const host = METRICS_HOST ?? (METRICS_PORT === null ? defaultMetrics.host : HOST);
  const isRequired = METRICS_PORT !== null || METRICS_HOST !== null;
  return { host, port: METRICS_PORT ?? defaultMetrics.port, isRequired };
}
