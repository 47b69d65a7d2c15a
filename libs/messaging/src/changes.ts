import type { NatsConnection } from 'nats';
import { changeNoticeSubject, type ChangeNotice } from '@repairline/contracts/live';

/** Tells every gateway, at most once; a gateway that misses one sees it at the next by its `after`. */
export function publishChanges(bus: NatsConnection, notice: ChangeNotice): void {
  if (bus.isClosed()) return;
  bus.publish(changeNoticeSubject(notice.context), JSON.stringify(notice));
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
