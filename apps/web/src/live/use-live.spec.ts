import { liveAddress } from './use-live';

test('the socket is as secure as the page, on the same host [s7.live.wss]', () => {
  expect(liveAddress({ protocol: 'https:', host: 'repairs.school.example' })).toBe('wss://repairs.school.example/ws');
  expect(liveAddress({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/ws');
});
