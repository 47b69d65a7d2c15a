import { knownEvents } from '../../migrate/known-events.mjs';
import { SERVICES_WITH_LOG } from '../../start/services.mjs';
import { readersThatStop } from '../../shared/service-log.mjs';

/**
 * Events that this version does not know and that somebody would still wait at: whoever stops at such an event can do
 * without it only once it is skipped there.
 */
export function collectUndecided(service) {
  const known = new Set(knownEvents(service));
  const readers = readersThatStop(service);
  const unknown = new Map();
  const skipped = new Set();
  return {
    event({ position, type, version }) {
      const name = `${type} version ${version}`;
      if (!known.has(name)) unknown.set(position, name);
    },
    letter({ follower, position, state }) {
      if (state === 'skipped') skipped.add(`${follower} ${position}`);
    },
    /** The name of the first of them. */
    first() {
      const isWaitedAt = ([position]) => readers.some((reader) => !skipped.has(`${reader} ${position}`));
      return [...unknown].find(isWaitedAt)?.[1];
    },
  };
}

/** The same in the database's logs, as lines for whoever takes a backup. */
export async function undecidedLines(client) {
  const lines = [];
  for (const service of SERVICES_WITH_LOG) {
    const readers = readersThatStop(service);
    const { rows } = await client.query(
      `SELECT type || ' version ' || version AS name, count(*)::integer AS count, min(position)::float8 AS first
       FROM "${service}".events e
       WHERE type || ' version ' || version <> ALL($1) AND cardinality($2::text[]) > (
         SELECT count(*) FROM "${service}".dead_letters letter
         WHERE letter.position = e.position AND letter.follower = ANY($2) AND letter.state = 'skipped')
       GROUP BY 1 ORDER BY first`,
      [knownEvents(service), readers],
    );
    for (const { name, count, first } of rows)
      lines.push(
        `Warning: this version of Repairline does not know ${name} (${service}, ${count} of them, the first at ${first}) and will not restore this backup. A newer one will, or this one if they are skipped in ${readers.join(', ')} before: npm run dead-letters -- list`,
      );
  }
  return lines;
}
