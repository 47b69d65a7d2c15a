import type { Pool } from 'pg';
import type { Actor } from '@repairline/contracts/call';
import { DomainError, isAway } from '@repairline/contracts/domain-error';
import { GetPeople, ListTechnicians } from '@repairline/contracts/identity/calls';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { systemContext } from '@repairline/messaging/context';
import {
  findTechnicians,
  isKnownTechnician,
  saveTechnicians,
  technicianMatches,
  type Person,
  type TechnicianRow,
} from '@repairline/messaging/people/technicians';
import type { Database } from '../views/tables';

/** Finds the people callers mean by the names or emails they type. */
export interface People {
  /** Undefined stays undefined, empty means nobody. @throws {DomainError} unknown_technician, ambiguous_technician */
  assignee(typed: string | null | undefined, caller: Actor): Promise<string | null | undefined>;
  /** An entry's author: a known user if one is named, else the caller. @throws {DomainError} ambiguous_technician */
  technician(typed: string | null | undefined, caller: Actor): Promise<string>;
  /** Makes sure that the caller's name can be shown, however new their account is. */
  ensureKnown(caller: Actor): Promise<void>;
}

export interface PeopleSources {
  db: Database;
  pool: Pool;
  /** Identity, asked about people whose events have not arrived yet. */
  calls: Pick<CallClient, 'call'>;
}

export function createPeople(sources: PeopleSources): People {
  const { db, pool } = sources;
  /** People known to be in the table; it never loses anybody, so they need no second check. */
  const knownIds = new Set<string>();
  return {
    async assignee(typed, caller) {
      if (typed === undefined) return undefined;
      if (!typed?.trim()) return null;
      const found = await approvedByText(sources, typed, caller);
      if (found.length > 1) throw ambiguous('assignedTo', typed);
      const [person] = found;
      if (!person) throw unknown(typed);
      return person.user_id;
    },
    async technician(typed, caller) {
      if (!typed?.trim()) return caller.userId;
      const known = await findTechnicians(db, typed);
      const found = known.length > 0 ? known : await presentByText(sources, typed, caller);
      if (found.length === 0 || found.some(({ user_id }) => user_id === caller.userId)) return caller.userId;
      const [person, another] = found;
      if (!person || another) throw ambiguous('technician', typed);
      return person.user_id;
    },
    async ensureKnown(caller) {
      if (knownIds.has(caller.userId)) return;
      if (!(await isKnownTechnician(db, caller.userId))) await saveTechnicians(pool, await presentOf(sources, caller));
      knownIds.add(caller.userId);
    },
  };
}

/** The person as identity knows them; if it does not answer or knows nobody, with the name from their sign-in. */
async function presentOf({ calls }: Pick<PeopleSources, 'calls'>, { userId: id, name }: Actor): Promise<Person[]> {
  const people = await calls.call(GetPeople, { userIds: [id] }, systemContext(), { timeoutMs: 1_000 }).catch(() => []);
  return people.length > 0 ? people : [{ id, name, email: '', approved: true, position: 0 }];
}

/** Includes people approved or renamed so recently that no event has arrived yet. */
async function approvedByText(sources: PeopleSources, typed: string, caller: Actor): Promise<TechnicianRow[]> {
  const known = (await findTechnicians(sources.db, typed)).filter(({ approved }) => approved);
  return known.length > 0 ? known : presentByText(sources, typed, caller);
}

/**
 * Asks identity, on the caller's behalf, about a name the table does not have.
 * @throws {DomainError} if identity does not answer: it may know the person, and nobody else is to stand for them
 */
async function presentByText(
  { pool, calls }: Omit<PeopleSources, 'db'>,
  typed: string,
  caller: Actor,
): Promise<TechnicianRow[]> {
  const askedFor = { timeoutMs: 1_000 };
  const ask = async () => {
    const present = await calls.call(ListTechnicians, {}, { ...systemContext(), actor: caller }, askedFor);
    const userIds = technicianMatches(present.items.map(toRow), typed).map(({ user_id }) => user_id);
    return userIds.length === 0 ? [] : calls.call(GetPeople, { userIds }, systemContext(), askedFor);
  };
  const people = (await ask().catch(nobodyUnlessAway)).filter(({ approved }) => approved);
  await saveTechnicians(pool, people);
  return people.map(toRow);
}

function nobodyUnlessAway(error: unknown): [] {
  if (isAway(error)) throw error;
  return [];
}

function toRow<P extends { id: string }>({ id, ...person }: P): Omit<P, 'id'> & { user_id: string } {
  return { ...person, user_id: id };
}

function unknown(typed: string): DomainError {
  const message = `'${typed.trim()}' is not an approved user`;
  return new DomainError({ code: 'unknown_technician', message, issues: [{ path: 'assignedTo', message }] });
}

function ambiguous(path: string, typed: string): DomainError {
  const message = `Several users are called '${typed.trim()}'. Give the email instead`;
  return new DomainError({ code: 'ambiguous_technician', message, issues: [{ path, message }] });
}
