import type { PoolClient } from 'pg';
import type { CallOutput } from '@repairline/contracts/call';
import { publishedIdentityEvents, publishedUserEvent } from '@repairline/contracts/identity/published';
import { GetPeople } from '@repairline/contracts/identity/queries';
import type { ChangeNotice } from '@repairline/contracts/live';
import { nameOf } from '@repairline/contracts/published-subjects';
import type { CallClient } from '../calls/call-client';
import type { CloudEvent } from '../cloud-event';
import { systemContext } from '../context';
import { publishRenamed } from '../notices/notices-on-bus';
import { startConsumer, type Consumer, type ConsumerOptions } from './consume';

const MOST = 500;

type People = CallOutput<typeof GetPeople>;

interface PeopleSource extends Pick<ConsumerOptions<People>, 'bus' | 'pool' | 'databaseUrl' | 'calls' | 'logger'> {
  by: ChangeNotice['context'];
}

/** Keeps a service's own list of people as identity has it. What an event tells late is still as good. */
export function followPeople(source: PeopleSource, save: (tx: PoolClient, people: People) => Promise<void>): Consumer {
  const { bus, calls, by } = source;
  return startConsumer({
    ...{ ...source, of: 'identity', onPoison: 'set aside' },
    prepare: (events) => peopleOf(calls, events),
    apply: (tx, _events, people) => save(tx, people),
    onMoved: (_stretch, events) => publishRenamed(bus, by, events),
  });
}

/** The current state of the people that identity's events are about; the events carry no names. */
async function peopleOf(calls: Pick<CallClient, 'call'>, events: readonly CloudEvent[]): Promise<People> {
  const types = Object.keys(publishedIdentityEvents);
  const known = events.filter(({ type }) => types.includes(nameOf(type)));
  const userIds = [...new Set(known.map(({ data }) => publishedUserEvent.parse(data).userId))];
  // Identity's events may arrive before its own views show them.
  const shownUpTo = Math.max(0, ...known.map(({ position }) => position));
  const people: People = [];
  for (let at = 0; at < userIds.length; at += MOST) {
    const some = { userIds: userIds.slice(at, at + MOST), shownUpTo };
    people.push(...(await calls.call(GetPeople, some, systemContext())));
  }
  return people;
}
