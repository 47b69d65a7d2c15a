import { isBusAddress, natsOptions } from './nats-options';

test('the NATS URL carries the credentials, and replies go to an inbox of that user', () => {
  const { servers, user, pass, inboxPrefix } = natsOptions('nats://repairs:s%40cret@a:4222,nats://b:4222', 'repairs');
  expect({ servers, user, pass, inboxPrefix }).toEqual({
    ...{ servers: ['a:4222', 'b:4222'], user: 'repairs', pass: 's@cret', inboxPrefix: '_INBOX.repairs' },
  });
});

test('of a cluster whose servers all name the user, the hosts are taken', () => {
  const { servers, user, tls } = natsOptions('nats://repairs:secret@a:4222,tls://repairs:secret@b:4222,c', 'repairs');
  expect({ servers, user, tls }).toEqual({ servers: ['a:4222', 'b:4222', 'c'], user: 'repairs', tls: {} });
});

test('an address is one of NATS in which every server has a host', () => {
  const good = ['nats://a:4222', 'nats://repairs:p%231@a:4222,b:4222', 'tls://a'];
  const bad = ['nats://repairs:p#1@a:4222', 'nats://a:4222,,b:4222', 'http://a:4222', 'nats://', ''];
  expect([good, bad].map((addresses) => addresses.map(isBusAddress))).toEqual([
    good.map(() => true),
    bad.map(() => false),
  ]);
});

test('the default inbox is used without a user, with a token, and for a user name that fits no subject', () => {
  for (const url of ['nats://a:4222', 'nats://token@a:4222', 'nats://a%3E.b:secret@a:4222'])
    expect(natsOptions(url, 'repairs')).not.toHaveProperty('inboxPrefix');
});
