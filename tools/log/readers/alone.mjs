/**
 * Works with a connection pool of the service's, and alone on the part of the service that the name means.
 * @throws if somebody else does
 */
export async function alone(pool, { service, part, busy }, work) {
  const lock = await pool.connect();
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [
      `${service}:${part}`,
    ]);
    if (!rows[0].mine) throw new Error(busy);
    return await work();
  } finally {
    // The lock ends with the connection.
    lock.release(true);
  }
}
