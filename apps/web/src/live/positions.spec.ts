import { trackPositions } from './live-connection';

const hello = (positions: Record<string, number>, refetch = false) => ({ type: 'hello', positions, refetch }) as const;
const change = (at: number) => ({ type: 'device_updated', context: 'repairs', at, barcodeNumber: 'CB-1' }) as const;
const resumed = (positions: ReturnType<typeof trackPositions>) =>
  (JSON.parse(positions.resume() ?? '{}') as { positions?: object }).positions;

test('before the first hello there is no position to resume from', () => {
  expect(trackPositions().resume()).toBeUndefined();
});

test('a browser resumes from the position of the newest change it has received', () => {
  const positions = trackPositions();
  positions.hear(hello({ repairs: 10, identity: 4 }));
  positions.hear(change(13));
  positions.hear(change(12));
  expect(resumed(positions)).toEqual({ repairs: 13, identity: 4 });
});

test('a hello after a reconnect does not skip the changes that follow it', () => {
  const positions = trackPositions();
  positions.hear(hello({ repairs: 10 }));
  positions.hear(hello({ repairs: 20 }));
  expect(resumed(positions)).toEqual({ repairs: 10 });
});

test('a hello that demands a refetch becomes the position to resume from', () => {
  const positions = trackPositions();
  positions.hear(hello({ repairs: 10 }));
  positions.hear(hello({ repairs: 9000 }, true));
  expect(resumed(positions)).toEqual({ repairs: 9000 });
});

test('a hello after one without positions demands a refetch, since changes may have been missed', () => {
  const positions = trackPositions();
  expect(positions.hear(hello({}))).toEqual(hello({}));
  expect(positions.hear(hello({ repairs: 3 }))).toEqual(hello({ repairs: 3 }, true));
  expect(positions.hear(hello({ repairs: 4 }))).toEqual(hello({ repairs: 4 }));
});
