import { SUBSCRIBER_API } from '../configuration.mjs';
import { EVENTS } from '../rights.mjs';

/** Pulls and acknowledges up to `count` of the consumer's events. @returns their positions */
export async function take(connection, consumer, count) {
  const { consumers } = connection.jetstream({ apiPrefix: SUBSCRIBER_API });
  const messages = await (await consumers.get(EVENTS, consumer)).fetch({ max_messages: count, expires: 2_000 });
  const taken = [];
  for await (const message of messages) {
    taken.push(message.json().position);
    await message.ackAck();
  }
  return taken;
}

/** The forbidden calls of the holder of `own` that get an answer: there must be none. */
export async function answeredBeyond(connection, own, other) {
  const calls = [
    ...['INFO', 'STREAM.NAMES', 'STREAM.LIST', `STREAM.INFO.${EVENTS}`, `STREAM.MSG.GET.${EVENTS}`],
    ...['DELETE', 'PURGE', 'UPDATE', 'CREATE', 'MSG.DELETE', 'SNAPSHOT'].map((call) => `STREAM.${call}.${EVENTS}`),
    ...[`CONSUMER.NAMES.${EVENTS}`, `CONSUMER.CREATE.${EVENTS}`, `CONSUMER.DURABLE.CREATE.${EVENTS}.mine`],
    ...[`CONSUMER.DELETE.${EVENTS}.${own}`, `CONSUMER.DELETE.${EVENTS}.${other}`],
    ...[`CONSUMER.INFO.${EVENTS}.${other}`, `CONSUMER.MSG.NEXT.${EVENTS}.${other}`],
  ];
  const services = ['repairs.query.list-devices', 'identity.query.list-users', 'repairs.query.replay-events'];
  const subjects = [
    ...['$JS.API', SUBSCRIBER_API].flatMap((prefix) => calls.map((call) => `${prefix}.${call}`)),
    ...services.map((call) => `repairline.${call}`),
  ];
  const answers = subjects.map(async (subject) => {
    const answer = await connection.request(subject, '{}', { timeout: 500 }).then(
      (message) => message.json().error?.description ?? 'done',
      ({ code }) => code,
    );
    return ['503', 'TIMEOUT', 'JetStream not enabled for account'].includes(answer) ? [] : [`${subject}: ${answer}`];
  });
  return (await Promise.all(answers)).flat();
}
