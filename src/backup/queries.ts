import type pg from "pg";

export type EndedBackup = {
  /** The files `backup_label` and `tablespace_map`, which start the recovery. */
  readonly label: string;
  readonly tablespaces: string;
  /** The last WAL segment that the recovery reads. */
  readonly lastSegment: string;
  /** Every transaction committed before this time is in the backup. */
  readonly consistentAt: Date;
};

/**
 * Starts a backup that ends with the connection. The slot `slot`, which ends with it too, keeps the
 * WAL from here on.
 */
export async function startBackup(client: pg.Client, slot: string): Promise<void> {
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
  await client.query("select pg_backup_start($1, fast => true)", [slot]);
}

export async function stopBackup(client: pg.Client): Promise<EndedBackup> {
  const clock = await client.query<Pick<EndedBackup, "consistentAt">>(
    `select clock_timestamp() as "consistentAt"`,
  );
  const ended = await client.query<Omit<EndedBackup, "consistentAt">>(
    `select labelfile as label, spcmapfile as tablespaces,
      pg_walfile_name(lsn - 1::numeric) as "lastSegment"
    from pg_backup_stop(wait_for_archive => false)`,
  );
  const [before, row] = [clock.rows[0], ended.rows[0]];
  if (before === undefined || row === undefined) throw new Error("The backup did not end.");
  return { ...before, ...row };
}
