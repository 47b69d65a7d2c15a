import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import type { PoolClient } from 'pg';
import { foldForSearch } from '@repairline/contracts/texts/folded-text';
import { isOneOf, plannedOnce } from '@repairline/postgres/queries/kysely-on';

// The people that a service's rows refer to by id, so that a rename also shows in past entries. A service that shows
// names has the table `technicians` in its migrations and updates it from identity's events.

/** Everybody identity has reported, approved or not: past entries keep their names. */
export interface TechnicianRow {
  user_id: string;
  name: string;
  email: string;
  approved: boolean;
}

/** A service's own database; only this one table of it is used. */
export interface TechnicianDatabase {
  selectFrom: unknown;
}

function technicians(db: TechnicianDatabase) {
  return asKysely(db).selectFrom('technicians');
}

function asKysely(db: TechnicianDatabase) {
  return db as unknown as Kysely<{ technicians: TechnicianRow }>;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  approved: boolean;
  /** Position in identity's log of the event that made them so; 0 if unknown. */
  position: number;
}

/**
 * Saves people, whether they come with an event, in the transaction that moves on to it, or were asked for at identity
 * in between. Either may arrive late, so a person known from a later position stays unchanged. Rows are written in one
 * order, because two transactions could deadlock otherwise.
 */
export async function saveTechnicians(db: Pick<PoolClient, 'query'>, people: readonly Person[]): Promise<void> {
  if (people.length === 0) return;
  await db.query(
    `insert into technicians (user_id, name, email, approved, identity_position)
     select id, name, email, approved, position
     from jsonb_to_recordset($1::jsonb) as person(id text, name text, email text, approved boolean, position bigint)
     order by id
     on conflict (user_id) do update
     set name = excluded.name, email = excluded.email, approved = excluded.approved,
       identity_position = excluded.identity_position, updated_at = now()
     where technicians.identity_position <= excluded.identity_position`,
    [JSON.stringify([...new Map(people.map((person) => [person.id, person])).values()])],
  );
}

export async function forgetTechnicians(db: Pick<PoolClient, 'query'>, userIds: readonly string[]): Promise<void> {
  await db.query('delete from technicians where user_id = any($1)', [userIds]);
}

/** As `followPeople` keeps it. */
export const technicianList = { save: saveTechnicians, forget: forgetTechnicians };

/** The people that a text identifies: by id or email at most one, by name perhaps several. */
export async function findTechnicians(db: TechnicianDatabase, typed: string): Promise<TechnicianRow[]> {
  return technicianMatches(await allTechnicians(db), typed);
}

/** The same among people already loaded. A name spelled as typed comes before one that a search takes for the same. */
export function technicianMatches<Named extends Omit<TechnicianRow, 'approved'>>(
  people: readonly Named[],
  typed: string,
): Named[] {
  const [word, folded] = [asTyped(typed.trim()), foldForSearch(typed.trim())];
  // Otherwise what cannot be seen would be the name of everybody who has given none.
  if (folded === '') return [];
  const ways: ((person: Named) => boolean)[] = [
    ({ user_id, email }) => user_id === typed.trim() || asTyped(email) === word,
    ({ name }) => asTyped(name) === word,
    ({ name }) => foldForSearch(name) === folded,
  ];
  return ways.map((isMeant) => people.filter(isMeant)).find((found) => found.length > 0) ?? [];
}

/** Ignores only case and Unicode forms. */
function asTyped(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** All of them, to compare in memory, where text is folded: a district has hundreds. */
function allTechnicians(db: TechnicianDatabase): Promise<TechnicianRow[]> {
  return technicians(plannedOnce(asKysely(db)))
    .select(['user_id', 'name', 'email', 'approved'])
    .execute();
}

export async function isKnownTechnician(db: TechnicianDatabase, userId: string): Promise<boolean> {
  const known = technicians(plannedOnce(asKysely(db)))
    .select('user_id')
    .where('user_id', '=', userId);
  const row = await known.executeTakeFirst();
  return row !== undefined;
}

/** The names to show for people, by id; unknown people are missing. */
export async function shownNames(db: TechnicianDatabase, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await technicians(plannedOnce(asKysely(db)))
    .select(['user_id', shownName.as('name')])
    .where(isOneOf('user_id', [...new Set(userIds)], 'text'))
    .execute();
  return new Map(rows.flatMap(({ user_id, name }) => (name === null ? [] : [[user_id, name]])));
}

/** Ids of people of whom one of the texts contains what was typed; at most 500. */
export async function technicianIdsContaining(
  db: TechnicianDatabase,
  typed: string,
  textsOf = ({ name, email }: TechnicianRow): string[] => [name, email],
): Promise<string[]> {
  const folded = foldForSearch(typed);
  const named = (await allTechnicians(db)).filter((person) =>
    textsOf(person).some((text) => foldForSearch(text).includes(folded)),
  );
  return named.slice(0, 500).map(({ user_id }) => user_id);
}

/** The name to show for a column of person ids, from a left join to `technicians`. */
export const shownName = sql<string | null>`coalesce(nullif(technicians.name, ''), nullif(technicians.email, ''))`;

/** A name or another text, to sort a list by. */
export function inAlphabet(text: Expression<string | null>): RawBuilder<string | null> {
  return sql`lower(${text}) collate alphabet`;
}
