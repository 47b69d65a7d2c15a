import { publishedIdentityEvents, publishedUserEvent } from '@repairline/contracts/identity/published';
import { GetPeople } from '@repairline/contracts/identity/queries';
import type { CallOutput } from '@repairline/contracts/call';
import { nameOf } from '@repairline/contracts/published-subjects';
import type { CallClient } from './call-client';
import type { CloudEvent } from './cloud-event';
import { systemContext } from './context';

const MOST = 500;

/** The current state of the people that identity's events are about; the events carry no names. */
export async function peopleOf(
  calls: Pick<CallClient, 'call'>,
  events: readonly CloudEvent[],
): Promise<CallOutput<typeof GetPeople>> {
  const types = Object.keys(publishedIdentityEvents);
  const known = events.filter(({ type }) => types.includes(nameOf(type)));
  const userIds = [...new Set(known.map(({ data }) => publishedUserEvent.parse(data).userId))];
  // Identity's events may arrive before its own views show them.
  const shownUpTo = Math.max(0, ...known.map(({ position }) => position));
  const people: CallOutput<typeof GetPeople> = [];
  for (let at = 0; at < userIds.length; at += MOST) {
    const some = { userIds: userIds.slice(at, at + MOST), shownUpTo };
    people.push(...(await calls.call(GetPeople, some, systemContext())));
  }
  return people;
}
