import { natsOptions } from './nats-options';

test('the NATS URL carries the credentials, and replies go to an inbox of that user', () => {
  const { servers, user, pass, inboxPrefix } = natsOptions('nats://repairs:s%40cret@a:4222,nats://b:4222', 'repairs');
  expect({ servers, user, pass, inboxPrefix }).toEqual({
    ...{ servers: ['a:4222', 'b:4222'], user: 'repairs', pass: 's@cret', inboxPrefix: '_INBOX.repairs' },
  });
});

test('the default inbox is used without a user, with a token, and for a user name that fits no subject', () => {
  for (const url of ['nats://a:4222', 'nats://token@a:4222', 'nats://a%3E.b:secret@a:4222'])
    expect(natsOptions(url, 'repairs')).not.toHaveProperty('inboxPrefix');
});
