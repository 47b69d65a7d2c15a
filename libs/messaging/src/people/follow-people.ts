import type { PoolClient } from 'pg';
import type { CallOutput } from '@repairline/contracts/call';
import { publishedIdentityEvents, publishedUserEvent } from '@repairline/contracts/identity/events';
import { GetPeople } from '@repairline/contracts/identity/calls';
import type { ChangeNotice } from '@repairline/contracts/live';
import { nameOf } from '@repairline/contracts/published/published-subjects';
import type { CallClient } from '../calls/call-client';
import type { CloudEvent } from '../cloud-event';
import { systemContext } from '../context';
import { publishRenamed } from '../notices/notices-on-bus';
import { startConsumer, type Consumer, type ConsumerOptions } from '../consuming/consume';

const MOST = 500;

type People = CallOutput<typeof GetPeople>;

/** A service's own list of people. */
interface PeopleList {
  save: (tx: PoolClient, people: People) => Promise<void>;
  /** Those whose account was removed before anybody approved it: nothing refers to them. */
  forget: (tx: PoolClient, userIds: readonly string[]) => Promise<void>;
}

interface Changes {
  people: People;
  removed: string[];
}

interface PeopleSource extends Pick<ConsumerOptions<Changes>, 'bus' | 'pool' | 'databaseUrl' | 'calls' | 'logger'> {
  by: ChangeNotice['context'];
}

/** Keeps a service's own list of people as identity has it. What an event tells late is still as good. */
export function followPeople(source: PeopleSource, { save, forget }: PeopleList): Consumer {
  const { bus, calls, by } = source;
  return startConsumer({
    ...{ ...source, of: 'identity', onPoison: 'pass over' },
    prepare: (events) => changesOf(calls, events),
    async apply(tx, _events, { people, removed }) {
      await save(tx, people);
      if (removed.length > 0) await forget(tx, removed);
    },
    onMoved: (_stretch, events) => publishRenamed(bus, by, events),
  });
}

/** The current state of the people that identity's events are about; the events carry no names. */
async function changesOf(calls: Pick<CallClient, 'call'>, events: readonly CloudEvent[]): Promise<Changes> {
  const types = Object.keys(publishedIdentityEvents);
  const known = events.filter(({ type }) => types.includes(nameOf(type)));
  const about = (these: readonly CloudEvent[]) => [
    ...new Set(these.map(({ data }) => publishedUserEvent.parse(data).userId)),
  ];
  const userIds = about(known);
  // Identity's events may arrive before its own views show them.
  const shownUpTo = Math.max(0, ...known.map(({ position }) => position));
  const people: People = [];
  for (let at = 0; at < userIds.length; at += MOST) {
    const some = { userIds: userIds.slice(at, at + MOST), shownUpTo };
    people.push(...(await calls.call(GetPeople, some, systemContext())));
  }
  // Somebody who has made an account anew since is among the people.
  const there = new Set(people.map(({ id }) => id));
  const removed = about(known.filter(({ type }) => nameOf(type) === 'user-removed')).filter((id) => !there.has(id));
  return { people, removed };
}
