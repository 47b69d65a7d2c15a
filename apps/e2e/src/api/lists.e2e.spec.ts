import { randomUUID } from 'node:crypto';
import { priorities } from '@repairline/contracts/priority';
import { type Device, type RepairLog } from '@repairline/contracts/repairs/views';
import { type Answer, type Api } from '../support/api';
import { type Colleague, expect, newColleague, test as base } from '../support/api-journey';
import { deviceIn, log, newDevice, pathOf, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

const MANY = 520;

interface Crowd {
  /** Finds all of these devices. */
  model: string;
  assetNumbers: string[];
  /** The assignee of the devices, who has made an entry for each. */
  technician: Colleague;
}

/** More devices, each with an entry, than a list ever returns at once. */
const test = base.extend<object, { crowd: Crowd }>({
  crowd: [
    async ({ url, admin }, use) => {
      const technician = await newColleague(admin, url);
      const model = `M-${randomUUID()}`;
      const assetNumbers = Array.from({ length: MANY }, () => newAssetNumber());
      const common = { school: 'SHS', model, assignedTo: technician.email };
      const devices = assetNumbers.map((barcodeNumber, row) => {
        return { barcodeNumber, priority: priorities[row % 3], initialIssue: 'Missing keys' };
      });
      const { status } = await technician.api.post('/api/devices/bulk', { common, devices });
      expect(status).toBe(200);
      await use({ model, assetNumbers, technician });
    },
    { scope: 'worker' },
  ],
});

// proves s7.devices.list s3.device.list-fields d.priority.list-order-priority d.priority.list-order-updated
test('devices are listed by highest priority, then newest change, with their latest issue', async ({
  member: { api },
}) => {
  const model = `M-${randomUUID()}`;
  const [low, medium, high, lowWithHighEntry] = [
    await newDevice(api, { model, priority: 'Low' }),
    await newDevice(api, { model, priority: 'Medium', initialIssue: 'Battery problems' }),
    await newDevice(api, { model, priority: 'High' }),
    await newDevice(api, { model, priority: 'Low' }),
  ];
  await log(api, lowWithHighEntry.barcodeNumber, { priority: 'High', issue: 'Liquid damage' });
  await api.patch(pathOf(low.barcodeNumber), { notes: 'newest now' });
  const lowest = await newDevice(api, { model, priority: 'Low' });
  await api.patch(pathOf(high.barcodeNumber), { notes: 'newest of the high ones' });
  const { status, body } = await api.get<Device[]>(`/api/devices?q=${model}`);
  expect(status).toBe(200);
  expect(body.map(({ id }) => id)).toEqual([high, lowWithHighEntry, medium, lowest, low].map(({ id }) => id));
  for (const order of ['asset-number', 'x']) {
    expect(await api.get(`/api/devices?q=${model}&order=${order}`)).toMatchObject({ status: 200, body });
  }
  expect(body.map(({ highestPriority }) => highestPriority)).toEqual(['High', 'High', 'Medium', 'Low', 'Low']);
  expect(body[1]).toMatchObject({ priority: 'Low', highestPriority: 'High', latestIssue: 'Liquid damage' });
  expect(body[2]).toMatchObject({ latestIssue: 'Battery problems' });
});

// proves d.priority.list-order-barcode
test('devices with the same priority and time are ordered by asset number', async ({
  crowd: { model },
  member: { api },
}) => {
  const devices = await everyPage<Device>(api, `/api/devices?q=${model}&limit=500`);
  const rank = ({ highestPriority, updatedAt, barcodeNumber }: Device) =>
    [priorities.indexOf(highestPriority), -Date.parse(updatedAt), barcodeNumber] as const;
  let ties = 0;
  for (const [at, device] of devices.slice(1).entries()) {
    const [one, other] = [rank(devices[at] as Device), rank(device)];
    const differs = one.findIndex((part, index) => part !== other[index]);
    expect((one[differs] as string) < (other[differs] as string), `${one.join()} before ${other.join()}`).toBe(true);
    if (differs === 2) ties += 1;
  }
  expect(ties).toBeGreaterThan(0);
});

// proves s3.filter.parameters s7.devices.list-q s7.devices.list-school s7.devices.list-status s7.devices.list-priority
test('filters narrow the list, alone and together', async ({ member: { api, user } }) => {
  const model = `M-${randomUUID()}`;
  const plain = await newDevice(api, { model, school: 'SHS', priority: 'Low' });
  const school = await newDevice(api, { model, school: 'HLE', priority: 'Low' });
  const status = await newDevice(api, { model, school: 'SHS', priority: 'Low' });
  await startWork(api, status.barcodeNumber, { assignedTo: '' });
  const urgent = await newDevice(api, { model, school: 'SHS', priority: 'High' });
  const assigned = await newDevice(api, { model, school: 'HLE', priority: 'High', assignedTo: user.email });
  const own = new Map(Object.entries({ plain, school, status, urgent, assigned }).map(([name, { id }]) => [id, name]));
  const found = async (query: string) => {
    const answer = await api.get<Device[]>(`/api/devices?${query}`);
    expect(answer.status).toBe(200);
    return answer.body.flatMap(({ id }) => own.get(id) ?? []).sort();
  };
  const all = ['assigned', 'plain', 'school', 'status', 'urgent'];
  expect(await found(`q=${model}`)).toEqual(all);
  expect(await found(`q=${model}&school=ALL&status=&priority=ALL`)).toEqual(all);
  expect(await found(`q=${randomUUID()}`)).toEqual([]);
  expect(await found(`q=${model}&school=HLE`)).toEqual(['assigned', 'school']);
  expect(await found(`q=${model}&status=IN_PROGRESS`)).toEqual(['status']);
  expect(await found(`q=${model}&priority=High`)).toEqual(['assigned', 'urgent']);
  expect(await found(`q=${model}&school=HLE&priority=High`)).toEqual(['assigned']);
  expect(await found(`q=${model}&assignedTo=${user.id}`)).toEqual(['assigned']);
});

// proves d.calls.q-literal d.calls.q-case-insensitive d.calls.q-anywhere d.calls.q-asset-number d.calls.q-student-name
// proves d.calls.q-model d.calls.q-latest-issue d.calls.q-assignee
test('q matches literal text anywhere in five fields, ignoring case', async ({ url, admin }) => {
  const { api, user } = await newColleague(admin, url);
  const word = () => randomUUID().slice(0, 13);
  const [number, student, model, issue, first] = [word(), word(), word(), word(), word()];
  const device = await newDevice(api, {
    barcodeNumber: `x${number}x`,
    studentName: `Ada ${student} Park`,
    model: `HP 100% ${model} a_b\\c`,
    initialIssue: first,
    assignedTo: user.email,
  });
  const finds = async (q: string) => {
    const { status, body } = await api.get<Device[]>(`/api/devices?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return body.some(({ id }) => id === device.id);
  };
  expect(await finds(first), 'the initial issue while there is no entry').toBe(true);
  await log(api, device.barcodeNumber, { issue: `Broken ${issue} thing` });
  for (const part of [number, student, model, issue, user.name.slice(2)]) {
    for (const q of [part, part.slice(1, -1), part.toUpperCase(), part.toLowerCase()]) {
      expect(await finds(q), q).toBe(true);
    }
  }
  expect(await finds(first), 'an issue that is not the latest').toBe(false);
  for (const q of ['100% ', `${model} a_b`, 'a_b\\c']) expect(await finds(q), q).toBe(true);
  for (const q of [
    `${model}%`,
    `${model}_`,
    '1__% ',
    `x${number.slice(0, 3)}%`,
    `${number}|x`,
    'a.b',
    '[0-9]',
    `x${number}.*`,
  ]) {
    expect(await finds(q), q).toBe(false);
  }
});

// proves d.calls.limit-default d.calls.limit-max d.calls.limit-capped d.calls.body-array d.calls.total-count
// proves d.calls.link-next d.calls.cursor
test('a list returns 200 items by default and 500 at most, with the total and a link to the next page', async ({
  crowd: { model, assetNumbers, technician },
  member: { api },
}) => {
  for (const list of [`/api/devices?q=${model}`, `/api/repair-logs?technician=${technician.user.id}`]) {
    for (const [query, length] of [
      ['', 200],
      ['&limit=7', 7],
      ['&limit=500', 500],
      ['&limit=100000', 500],
    ] as const) {
      const answer = await api.get<unknown[]>(list + query);
      expect(answer.status).toBe(200);
      expect(Array.isArray(answer.body)).toBe(true);
      expect(answer.body).toHaveLength(length);
      expect(answer.headers['x-total-count']).toBe(String(MANY));
      expect(nextOf(answer), query).toContain('cursor=');
    }
    for (const limit of ['', '&limit=130', '&limit=500']) {
      const items = await everyPage<Device | RepairLog>(api, list + limit);
      expect(items.map(({ barcodeNumber }) => barcodeNumber).sort()).toEqual([...assetNumbers].sort());
    }
    for (const query of ['&limit=0', '&limit=-1', '&limit=x', '&limit=1.5', '&cursor=nonsense']) {
      expect((await api.get(list + query)).status, query).toBe(400);
    }
  }
});

// proves d.calls.totals-by-call
test('totals count all items that match, whatever the limit', async ({
  crowd: { model, technician },
  member: { api },
}) => {
  const total = async (path: string) => Number((await api.get(path)).headers['x-total-count']);
  const third = Math.ceil(MANY / 3);
  expect(await total(`/api/devices?limit=1&q=${model}`)).toBe(MANY);
  expect(await total(`/api/devices?limit=1&q=${model}&priority=High`)).toBe(third);
  expect(await total(`/api/devices?limit=1&q=${model}&status=COMPLETED`)).toBe(0);
  expect(await total(`/api/devices?limit=1&assignedTo=${technician.user.id}`)).toBe(MANY);
  const logs = `/api/repair-logs?limit=1&technician=${technician.user.id}`;
  expect(await total(logs)).toBe(MANY);
  expect(await total(`${logs}&completed=true`)).toBe(0);
  expect(await total(`${logs}&to=2020-01-01T00:00:00Z`)).toBe(0);
  expect(await total(`${logs}&from=2020-01-01T00:00:00Z`)).toBe(MANY);
});

// proves d.roles.member-lists-without-parts d.roles.member-parts-filter-empty
test('a Member does not see deprovisioned devices in lists, an Admin does', async ({ admin, member }) => {
  const model = `M-${randomUUID()}`;
  const scrapped = await deviceIn('PARTS', admin, { model });
  const other = await newDevice(admin, { model });
  const found = async (api: Api, query: string) => {
    const { body, headers } = await api.get<Device[]>(`/api/devices?q=${model}${query}`);
    expect(headers['x-total-count']).toBe(String(body.length));
    return body.map(({ id }) => id).sort();
  };
  expect(await found(admin, '')).toEqual([scrapped.id, other.id].sort());
  expect(await found(admin, '&status=PARTS')).toEqual([scrapped.id]);
  expect(await found(member.api, '')).toEqual([other.id]);
  expect(await found(member.api, '&status=PARTS')).toEqual([]);
  expect((await member.api.get('/api/devices?status=PARTS')).body).toEqual([]);
  expect((await member.api.get(pathOf(scrapped.barcodeNumber))).status, 'its number still opens it').toBe(200);
});

async function everyPage<Item>(api: Api, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer<Item[]> = await api.get<Item[]>(next);
    expect(answer.status).toBe(200);
    items.push(...answer.body);
    next = nextOf(answer);
  }
  return items;
}

function nextOf({ headers }: Answer): string | undefined {
  const link = typeof headers.link === 'string' ? headers.link : '';
  return /^<([^>]+)>; rel="next"$/u.exec(link)?.[1];
}
