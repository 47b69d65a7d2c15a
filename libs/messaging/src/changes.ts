import type { NatsConnection } from 'nats';
import { publishedUserEvent } from '@repairline/contracts/identity/published';
import { changeNoticeSubject, type ChangeNotice } from '@repairline/contracts/live';
import { nameOf } from '@repairline/contracts/published-subjects';
import type { CloudEvent } from './cloud-event';

/** Tells every gateway, at most once; a gateway that misses one sees it at the next by its `after`. */
export function publishChanges(bus: NatsConnection, notice: ChangeNotice): void {
  if (bus.isClosed()) return;
  bus.publish(changeNoticeSubject(notice.context), JSON.stringify(notice));
}

/**
 * For who has just taken in identity's events: what this context shows has the new names from now on, which is later than
 * identity itself has told of them.
 */
export function publishRenamed(
  bus: NatsConnection,
  context: ChangeNotice['context'],
  events: readonly CloudEvent[],
): void {
  const renamed = events.filter(({ type }) => nameOf(type) === 'user-renamed');
  const userIds = new Set(renamed.map(({ data }) => publishedUserEvent.parse(data).userId));
  const place = { type: 'user_updated', context, at: 0 } as const;
  const changes = [...userIds].map((userId) => ({ ...place, userId, isRenamed: true as const }));
  if (changes.length > 0) publishChanges(bus, { context, after: 0, upTo: 0, changes, isAside: true });
}

/** Hears all contexts' notices until the returned function is called. */
export function subscribeChanges(bus: NatsConnection, handler: (notice: ChangeNotice) => void): () => void {
  const subscription = bus.subscribe(changeNoticeSubject('*'), {
    callback: (error, message) => {
      if (!error) handler(message.json<ChangeNotice>());
    },
  });
  return () => subscription.unsubscribe();
}
