import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import type { Verification } from '@repairline/contracts/status';

/** Stored for metrics and the status page; `at` is when the verification ended, in ISO 8601. */
export async function recordVerification(
  db: Pick<PoolClient, 'query'>,
  service: string,
  { at, compared, differences }: Verification,
): Promise<void> {
  await db.query(
    `insert into ${escapeIdentifier(service)}.last_verification (verified_at, compared, differences) values ($1, $2, $3)
     on conflict ("only") do update set verified_at = $1, compared = $2, differences = $3`,
    [at, compared, differences],
  );
}

/** Null if nothing has ever been compared. */
export async function readVerification(pool: Pool): Promise<Verification | null> {
  const { rows } = await pool.query<Verification>(
    'select verified_at as at, compared, differences from last_verification',
  );
  return rows[0] ?? null;
}
