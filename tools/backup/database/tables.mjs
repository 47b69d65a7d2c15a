const PAGE = 1_000;
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const tableOf = ({ service, name }) => `${quoted(service)}.${quoted(name)}`;

/** The rows of a table in the order of `place`, one page at a time, as the JSON the database writes. */
export async function* rowsOf(client, { place, type, where = 'true', ...table }) {
  let after = null;
  for (;;) {
    const { rows } = await client.query(
      `SELECT (${place})::text AS place, to_jsonb(t)::text AS row FROM ${tableOf(table)} t
       WHERE ($1::text IS NULL OR ${place} > $1::${type}) AND (${where}) ORDER BY ${place} LIMIT ${PAGE}`,
      [after],
    );
    if (rows.length === 0) return;
    after = rows.at(-1).place;
    yield rows.map(({ row }) => row);
  }
}

export async function columnsOf(client, { service, name }) {
  const { rows } = await client.query(
    `SELECT column_name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2
     ORDER BY ordinal_position`,
    [service, name],
  );
  return rows.map(({ column_name: column }) => column);
}

export async function isThere(client, table) {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [tableOf(table)]);
  return rows[0].found;
}

export async function hasRows(client, table) {
  const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${tableOf(table)}) AS found`);
  return rows[0].found;
}

/** `rows` are JSON texts. Columns that the backup does not have keep their defaults. */
export async function insertRows(client, table, columns, rows) {
  const list = columns.map(quoted).join(', ');
  await client.query(
    `INSERT INTO ${tableOf(table)} (${list})
     SELECT ${list} FROM jsonb_populate_recordset(null::${tableOf(table)}, $1::jsonb)`,
    [`[${rows.join(',')}]`],
  );
}
