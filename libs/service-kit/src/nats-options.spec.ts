import { natsOptions } from './nats-options';

test('an address carries who signs in, and replies come to an inbox of theirs', () => {
  const { servers, user, pass, inboxPrefix } = natsOptions('nats://repairs:s%40cret@a:4222,nats://b:4222', 'repairs');
  expect({ servers, user, pass, inboxPrefix }).toEqual({
    ...{ servers: ['a:4222', 'b:4222'], user: 'repairs', pass: 's@cret', inboxPrefix: '_INBOX.repairs' },
  });
});

test('without a user, and for one whose name fits no subject, the inbox is the common one', () => {
  for (const url of ['nats://a:4222', 'nats://token@a:4222', 'nats://a%3E.b:secret@a:4222'])
    expect(natsOptions(url, 'repairs')).not.toHaveProperty('inboxPrefix');
});
