import type { Device } from '@repairline/contracts/repairs/views';
import { devicesOf, type DeviceFilter, type DevicePage } from './device-pages';
import { patchesBetween, withDevice } from './device-places';

const longest = 5;

/** All of one school; the lower the number, the newer the change. */
function device(number: number, fields: Partial<Device> = {}): Device {
  const updatedAt = new Date(Date.UTC(2026, 2, 10) - number * 60_000).toISOString();
  const numbered = { id: `id-${number}`, barcodeNumber: `CB-${number}`, updatedAt };
  return { ...numbered, school: 'SHS', status: 'INTAKE', highestPriority: 'Medium', ...fields } as Device;
}

const page = (numbers: number[], next: string | null = null): DevicePage => {
  return { items: numbers.map((number) => device(number)), total: 10, next };
};
const put = (pages: DevicePage[], told: Device, filter: DeviceFilter = {}) => {
  const after = withDevice(pages, told, { filter, longest });
  return after && { numbers: after.map(({ items }) => items.map(({ id }) => id.slice(3))), total: after.at(-1)?.total };
};
/** The device after a change that makes it the newest. */
const changed = (number: number, fields: Partial<Device> = {}) =>
  device(number, { updatedAt: device(0).updatedAt, ...fields });

test('a changed device moves to its place, whichever page that is on', () => {
  const pages = [page([1, 2], 'a'), page([4, 5], 'b')];
  expect(put(pages, changed(5))).toEqual({ numbers: [['5', '1', '2'], ['4']], total: 10 });
  expect(put(pages, changed(1, { highestPriority: 'High' }))).toEqual({
    numbers: [
      ['1', '2'],
      ['4', '5'],
    ],
    total: 10,
  });
  const third = device(9, { updatedAt: device(3).updatedAt });
  expect(put(pages, third)).toEqual({
    numbers: [
      ['1', '2', '9'],
      ['4', '5'],
    ],
    total: 10,
  });
});

test('a device that belongs beyond the loaded pages is not shown', () => {
  const pages = [page([1, 2], 'a')];
  expect(put(pages, changed(1, { highestPriority: 'Low' }))).toEqual({ numbers: [['2']], total: 10 });
  expect(put(pages, device(7))).toEqual({ numbers: [['1', '2']], total: 10 });
});

test('a device new to a fully loaded list raises its total by one', () => {
  expect(put([page([1, 2], 'a'), page([4])], device(7))).toEqual({
    numbers: [
      ['1', '2'],
      ['4', '7'],
    ],
    total: 11,
  });
});

test.each([
  [{ school: 'SHS' }, { school: 'NMS' }],
  [{ status: 'INTAKE' }, { status: 'COMPLETED' }],
  [{ priority: 'Medium' }, { highestPriority: 'High' }],
] as const)('under the filter %o a device that becomes %o leaves the list and cannot enter it', (filter, fields) => {
  expect(put([page([1, 2], 'a')], changed(2, fields), filter)).toEqual({ numbers: [['1']], total: 9 });
  expect(put([page([1, 2], 'a')], changed(3, fields), filter)).toEqual({ numbers: [['1', '2']], total: 10 });
  expect(put([page([1, 2], 'a')], changed(3), filter)).toEqual({ numbers: [['3', '1', '2']], total: 10 });
});

test('a school filter may be an alias: a device belongs if its school is that of the listed ones', () => {
  expect(put([page([1, 2], 'a')], changed(3), { school: 'Some High School' })?.numbers).toEqual([['3', '1', '2']]);
});

test('an older state of a device does not replace the shown one', () => {
  const [first] = devicesOf([page([1])]);
  expect(put([page([1, 2])], { ...first, updatedAt: device(9).updatedAt } as Device)?.numbers).toEqual([['1', '2']]);
});

test('a device keeps its billing notes, which change notices do not carry', () => {
  const noted = { ...page([1]), items: [device(1, { billingNotes: 'Paid by the family' })] };
  const { billingNotes: _, ...told } = changed(1, { model: 'CB 3110' });
  const [after] = devicesOf(withDevice([noted], told, { filter: {}, longest }) ?? []);
  expect(after).toMatchObject({ model: 'CB 3110', billingNotes: 'Paid by the family' });
});

test('the server decides about searches, empty lists and, without a status filter, deprovisioned devices', () => {
  expect(put([page([1, 2])], changed(2), { q: 'hinge' })).toBeUndefined();
  expect(put([page([])], changed(2))).toBeUndefined();
  expect(put([page([1, 2])], changed(2, { status: 'PARTS' }))).toBeUndefined();
  expect(put([page([1, 2])], changed(2, { status: 'PARTS' }), { status: 'INTAKE' })?.numbers).toEqual([['1']]);
});

test('pages that would become too long or empty are refetched', () => {
  expect(put([page([1, 2, 3, 4, 5], 'a')], changed(6))).toBeUndefined();
  expect(put([page([1], 'a')], changed(1, { highestPriority: 'Low' }), { priority: 'Medium' })).toBeUndefined();
});

test('the steps to the new pages name only the devices that have changed or moved', () => {
  const pages = [page([1, 2, 3], 'a'), page([4, 5])];
  const told = changed(5);
  expect(patchesBetween(pages, pages)).toEqual([]);
  expect(patchesBetween(pages, withDevice(pages, told, { filter: {}, longest }) ?? [])).toEqual([
    { op: 'add', path: ['pages', 0, 'items', 0], value: expect.objectContaining(told) as Device },
    { op: 'remove', path: ['pages', 1, 'items', 1] },
  ]);
  const added = device(7);
  expect(patchesBetween(pages, withDevice(pages, added, { filter: {}, longest }) ?? [])).toEqual([
    { op: 'replace', path: ['pages', 0, 'total'], value: 11 },
    { op: 'add', path: ['pages', 1, 'items', 2], value: expect.objectContaining(added) as Device },
    { op: 'replace', path: ['pages', 1, 'total'], value: 11 },
  ]);
});

test('several devices taken from a page are taken from its end on', () => {
  const pages = [page([1, 2, 3, 4])];
  const gone = [1, 3].reduce(
    (left, number) =>
      withDevice(left, changed(number, { school: 'BHS' }), { filter: { school: 'SHS' }, longest }) ?? [],
    pages,
  );
  expect(patchesBetween(pages, gone).slice(0, 2)).toEqual([
    { op: 'remove', path: ['pages', 0, 'items', 2] },
    { op: 'remove', path: ['pages', 0, 'items', 0] },
  ]);
});
