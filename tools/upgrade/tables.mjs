/** The statements for the tables a service makes itself, its views; migrations make the others. */
export async function madeByService(client, service) {
  const { rows: tables } = await client.query(
    `SELECT c.oid, c.relname AS name FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND r.rolname = $2 ORDER BY c.relname`,
    [service, `repairline_${service}`],
  );
  const made = [];
  for (const { oid, name } of tables) made.push({ name, statements: await statementsOf(client, service, oid, name) });
  return made;
}

async function statementsOf(client, service, oid, name) {
  const { rows: columns } = await client.query(
    `SELECT format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
       CASE WHEN d.adbin IS NULL THEN '' ELSE ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END,
       CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END) AS line
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    [oid],
  );
  const { rows: constraints } = await client.query(
    `SELECT format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS line FROM pg_constraint
     WHERE conrelid = $1 AND contype IN ('p', 'u', 'c') ORDER BY conname`,
    [oid],
  );
  const { rows: indexes } = await client.query(
    `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index
     WHERE indrelid = $1 AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid) ORDER BY 1`,
    [oid],
  );
  const lines = [...columns, ...constraints].map(({ line }) => line).join(', ');
  const table = `"${service}"."${name}"`;
  return [
    `CREATE TABLE ${table} (${lines})`,
    ...indexes.map(({ line }) => line),
    `ALTER TABLE ${table} OWNER TO "repairline_${service}"`,
  ];
}

export async function tablesOf(client, service) {
  const { rows } = await client.query(
    `SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename <> 'schema_migrations' ORDER BY tablename`,
    [service],
  );
  return rows.map(({ tablename }) => tablename);
}
