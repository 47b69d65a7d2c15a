import type { Device } from '@repairline/contracts/repairs/views';
import type { DeviceFilter, DevicePage } from './list-api';
import { stepsToPlace, type Patch } from './place';

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

/** The pages after the steps. */
function apply(pages: DevicePage[], steps: Patch[]): DevicePage[] {
  const after = pages.map((page) => ({ ...page, items: [...page.items] }));
  for (const { op, path, value } of steps) {
    const [, index, field, at] = path as [string, number, string, number];
    const page = after[index] as DevicePage;
    if (field === 'total') page.total = value as number;
    else page.items.splice(at, Number(op === 'remove'), ...(op === 'add' ? [value as Device] : []));
  }
  return after;
}
const put = (pages: DevicePage[], told: Device, filter: DeviceFilter = {}) => {
  const steps = stepsToPlace(pages, told, filter, longest);
  const after = steps && apply(pages, steps);
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
      ['1', '2'],
      ['9', '4', '5'],
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
  const [first] = page([1]).items;
  expect(put([page([1, 2])], { ...first, updatedAt: device(9).updatedAt } as Device)?.numbers).toEqual([['1', '2']]);
});

test('a device keeps its billing notes, which change notices do not carry', () => {
  const noted = { ...page([1]), items: [device(1, { billingNotes: 'Paid by the family' })] };
  const { billingNotes: _, ...told } = changed(1, { model: 'CB 3110' });
  const [after] = apply([noted], stepsToPlace([noted], told, {}, longest) ?? []);
  expect(after?.items[0]).toMatchObject({ model: 'CB 3110', billingNotes: 'Paid by the family' });
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
  expect(stepsToPlace(pages, told, {}, longest)).toEqual([
    { op: 'remove', path: ['pages', 1, 'items', 1] },
    { op: 'add', path: ['pages', 0, 'items', 0], value: expect.objectContaining(told) as Device },
  ]);
  const added = device(7);
  expect(stepsToPlace(pages, added, {}, longest)).toEqual([
    { op: 'add', path: ['pages', 1, 'items', 2], value: expect.objectContaining(added) as Device },
    { op: 'replace', path: ['pages', 0, 'total'], value: 11 },
    { op: 'replace', path: ['pages', 1, 'total'], value: 11 },
  ]);
});

test('a device on two pages, as after it moved up, leaves both', () => {
  const pages = [page([1, 5], 'a'), page([4, 5, 6])];
  expect(put(pages, changed(5))?.numbers).toEqual([
    ['5', '1'],
    ['4', '6'],
  ]);
});
