import type { NatsConnection } from 'nats';
import { publishedUserEvent } from '@repairline/contracts/identity/events';
import { changeNoticeSubject, type ChangeNotice } from '@repairline/contracts/live';
import { nameOf } from '@repairline/contracts/published/published-subjects';
import type { CloudEvent } from '../cloud-event';

/** Tells every gateway, at most once; a gateway that misses a notice sees that by the `after` of the next one. */
export function publishChanges(bus: NatsConnection, notice: ChangeNotice): void {
  if (bus.isClosed()) return;
  bus.publish(changeNoticeSubject(notice.context), JSON.stringify(notice));
}

/**
 * For a service that has just taken in identity's events: from now on this context shows the new names, which is later
 * than identity's own announcement.
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

/** Receives the notices of all contexts until the returned function is called. */
export function subscribeChanges(bus: NatsConnection, handler: (notice: ChangeNotice) => void): () => void {
  const subscription = bus.subscribe(changeNoticeSubject('*'), {
    callback: (error, message) => {
      if (!error) handler(message.json<ChangeNotice>());
    },
  });
  return () => subscription.unsubscribe();
}
