import { distinct, staleTags } from './stale-tags';

const change = { type: 'device_updated', context: 'repairs', at: 1, barcodeNumber: 'CB-1' } as const;

test('a change makes its own device stale, not the others', () => {
  expect(staleTags(change)).toContainEqual({ type: 'Device', id: 'cb-1' });
  expect(staleTags(change)).not.toContain('Device');
});

test('each tag is named once', () => {
  const tags = distinct([...staleTags(change), ...staleTags({ ...change, barcodeNumber: 'cb-1' })]);
  expect(tags).toHaveLength(4);
});

test('where all devices are stale none is named alone', () => {
  expect(distinct([...staleTags(change), 'Device'])).not.toContainEqual({ type: 'Device', id: 'cb-1' });
});
