import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { dayIn } from '@repairline/contracts/calendar';
import type { Device } from '@repairline/contracts/repairs/views';
import { billingItem } from '../testing/billing-stand-in';
import { until } from '@repairline/service-kit/testing/until';
import { httpSeconds } from '@repairline/service-kit/monitoring/metrics';
import type { Browser } from '../testing/browser';
import { startTestStack, type TestStack } from '../testing/running-gateway';
import { deviceNamed, logOf } from '../testing/stand-ins';

let stack: TestStack;
let member: Browser;
let admin: Browser;
beforeAll(async () => {
  stack = await startTestStack();
  [member, admin] = [stack.browser(), stack.browser()];
  await member.signIn('member');
  await admin.signIn('admin');
});
afterAll(() => stack.stop());

const bytesOf = async (browser: Browser, path: string) => {
  const response = await fetch(browser.origin + path, { headers: { cookie: browser.cookieHeader() } });
  return { headers: response.headers, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const linesOf = async (browser: Browser, path: string) =>
  (await bytesOf(browser, path)).bytes.toString('utf8').slice(1).split('\r\n');
const listing = (devices: Device[]) => {
  stack.standIns.listDevices = async () => ({ items: devices, total: devices.length, next: null });
};

describe('the export of devices', () => {
  const DEVICE_COLUMNS =
    'Asset Number,School,Model,Status,Priority,Assigned To,Student Name,Initial Issue,Latest Issue,Notes,Billing Notes,Created,Updated';

  // proves d.csv.utf-8-bom d.csv.rfc-4180 d.csv.crlf d.csv.formula-prefix d.csv.devices-columns s7.admin.export-devices
  // proves d.roles.export-devices-signed-out
  it('is a UTF-8 file with BOM, named devices.csv, with its columns in order', async () => {
    const device = {
      ...{ ...deviceNamed('CB-1'), id: 'd-1', studentName: 'Åse "Bo"', notes: 'one\ntwo', school: '\rSHS' },
      ...{ model: '=C433', assignedTo: '@Tess', initialIssue: '-1', latestIssue: '+1' },
    };
    stack.standIns.billing.notes.set('d-1', '\tPO 17, half');
    listing([device]);
    const { headers, bytes } = await bytesOf(member, '/api/admin/export?type=devices');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="devices.csv"');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString('utf8').slice(1)).toBe(
      `${DEVICE_COLUMNS}\r\nCB-1,"'\rSHS",'=C433,INTAKE,Medium,'@Tess,"Åse ""Bo""",'-1,'+1,"one\ntwo","'\tPO 17, half",2026-01-05T09:00:00-06:00,2026-01-05T09:00:00-06:00\r\n`,
    );
    expect((await bytesOf(stack.browser(), '/api/admin/export?type=devices')).status).toBe(401);
  });

  it('passes on the filters of the list and the role of the caller', async () => {
    const asked: unknown[] = [];
    stack.standIns.listDevices = async (filters, { actor }) => {
      asked.push({ ...filters, role: actor?.role });
      return { items: [], total: 0, next: null };
    };
    expect(await linesOf(member, '/api/admin/export?type=devices&q=cb&school=SHS&status=INTAKE&priority=High')).toEqual(
      [DEVICE_COLUMNS, ''],
    );
    await linesOf(admin, '/api/admin/export?type=devices&assignedTo=tess');
    expect(asked).toMatchObject([
      { q: 'cb', school: 'SHS', status: 'INTAKE', priority: 'High', role: 'Member', limit: 500, order: 'asset-number' },
      { assignedTo: 'tess', role: 'Admin' },
    ]);
  });

  it('of an unknown type or with an invalid filter is refused', async () => {
    for (const query of ['', '?type=users', '?type=devices&status=GONE', '?type=devices&type=logs']) {
      expect((await bytesOf(admin, `/api/admin/export${query}`)).status).toBe(400);
    }
  });

  // proves d.calls.exports-over-all
  it('reads every page until the end', async () => {
    stack.standIns.listDevices = async ({ cursor = '1' }) => ({
      items: [deviceNamed(`CB-${cursor}`)],
      total: 3,
      next: cursor === '3' ? null : String(Number(cursor) + 1),
    });
    const lines = await linesOf(member, '/api/admin/export?type=devices');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['CB-1', 'CB-2', 'CB-3', '']);
  });
});

describe('an export whose list announces where the page after the next begins', () => {
  const LAST = 6;
  /** Page n is at cursor n; `expected` is the cursor announced for the page after the next. */
  const pagesSaying = (expected: (cursor: number) => number) => {
    const asked: string[] = [];
    let [underWay, most] = [0, 0];
    stack.standIns.listDevices = async ({ cursor = '1' }) => {
      asked.push(cursor);
      underWay += 1;
      most = Math.max(most, underWay);
      await delay(20);
      underWay -= 1;
      const at = (place: number) => (place <= LAST ? String(place) : null);
      const [next, ahead] = [at(Number(cursor) + 1), at(expected(Number(cursor)))];
      return { items: [deviceNamed(`CB-${cursor}`)], total: LAST, next, ahead };
    };
    return { asked, most: () => most };
  };
  const numbersIn = async () =>
    (await linesOf(member, '/api/admin/export?type=devices')).slice(1, -1).map((line) => line.split(',')[0]);
  const whole = ['CB-1', 'CB-2', 'CB-3', 'CB-4', 'CB-5', 'CB-6'];

  it('requests two pages at a time, and each page once', async () => {
    const { asked, most } = pagesSaying((cursor) => cursor + 2);
    expect(await numbersIn()).toEqual(whole);
    expect([...asked].sort()).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(most()).toBe(2);
  });

  it('requests a page again if it begins elsewhere, and the file is the same', async () => {
    const { asked } = pagesSaying((cursor) => cursor + 3);
    expect(await numbersIn()).toEqual(whole);
    expect(asked.length).toBeGreaterThan(LAST);
  });
});

describe('the export of logs', () => {
  // proves d.csv.logs-columns s7.admin.export-logs d.roles.export-logs-admin d.roles.export-logs-member
  // proves d.roles.export-logs-signed-out
  it('is for Admins, named logs.csv, with its columns in order', async () => {
    const log = {
      ...logOf('CB-1', 'Hinge'),
      id: 'sent',
      completed: true,
      actions: '- glued',
      comments: 'Bo',
      priority: 'Low',
    };
    stack.standIns.listLogs = async () => ({ items: [log as never], total: 1, next: null });
    stack.standIns.billing.items.push(billingItem('sent', { billingSent: true }));
    const { headers, bytes } = await bytesOf(admin, '/api/admin/export?type=logs');
    expect(headers.get('content-disposition')).toBe('attachment; filename="logs.csv"');
    expect(bytes.toString('utf8').slice(1)).toBe(
      "Date,Asset Number,Issue,Work Performed,Technician,Completed,Comments,Priority,Billing Sent\r\n2026-01-05T09:00:00-06:00,CB-1,Hinge,'- glued,someone,Yes,Bo,Low,Yes\r\n",
    );
    expect((await bytesOf(member, '/api/admin/export?type=logs')).status).toBe(403);
    expect((await bytesOf(stack.browser(), '/api/admin/export?type=logs')).status).toBe(401);
  });
});

// proves d.calls.billing-export s9.billing-csv-name s2.completed.csv-columns d.roles.billing-export-member d.csv.dates
it('the export of completed repairs holds the matches of the search, named by the date in the district', async () => {
  stack.standIns.billing.items.splice(
    0,
    Infinity,
    billingItem('one', { comments: 'Bo' }),
    billingItem('two', { issue: 'x' }),
  );
  const before = dayIn('America/Chicago', new Date());
  const { headers, bytes } = await bytesOf(member, '/api/billing/export?q=keys');
  const names = [before, dayIn('America/Chicago', new Date())].map(
    (day) => `attachment; filename="completed-repairs-${day}.csv"`,
  );
  expect(names).toContain(headers.get('content-disposition'));
  expect(bytes.toString('utf8').slice(1)).toBe(
    'Date,Asset Number,Issue,Work Performed,Technician\r\n2026-01-05T09:00:00-06:00,CB-1,Missing keys,"Replaced\nNotes: Bo",Tess\r\n',
  );
  expect((await bytesOf(stack.browser(), '/api/billing/export')).status).toBe(401);
});

it('a second file at the same time is refused to a person, with when to try again', async () => {
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const begun = new Promise<void>((begin) => {
    stack.standIns.listDevices = async () => {
      begin();
      await gate;
      return { items: [], total: 0, next: null };
    };
  });
  const first = member.get('/api/admin/export?type=devices');
  await begun;
  for (const path of ['/api/admin/export?type=devices', '/api/billing/export']) {
    const { status, headers, body } = await member.get(path);
    expect([status, headers.get('retry-after'), body.type]).toEqual([429, '10', 'too_many_exports']);
  }
  expect((await member.get('/api/stats')).status).toBe(200);
  release();
  expect((await first).status).toBe(200);
  expect((await member.get('/api/billing/export')).status).toBe(200);
});

/** The statuses counted so far for exports of devices or logs. */
const countedStatuses = async () => {
  const { values } = await httpSeconds.get();
  const counts = values.filter(
    ({ metricName, labels }) => /_count$/u.test(metricName ?? '') && labels.route === '/api/admin/export',
  );
  return counts.map(({ labels }) => labels.status);
};

it('a browser that leaves before the first page is counted as 499, and no error is logged', async () => {
  httpSeconds.reset();
  let release = () => undefined as void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const begun = new Promise<void>((begin) => {
    stack.standIns.listDevices = async () => {
      begin();
      await gate;
      return { items: [deviceNamed('CB-1')], total: 1, next: null };
    };
  });
  const failed = jest.spyOn(stack.gateway.resources.logger, 'error');
  const request = get(`${admin.origin}/api/admin/export?type=devices`, { headers: { cookie: admin.cookieHeader() } });
  request.on('error', () => undefined);
  await begun;
  request.destroy();
  while ((await countedStatuses()).length === 0) await delay(10);
  release();
  expect((await admin.get('/api/stats')).status).toBe(200);
  expect(failed).not.toHaveBeenCalled();
  failed.mockRestore();
  expect(await countedStatuses()).toEqual([499]);
  const isTold = ({ kind, outcome, userId }: Record<string, unknown>) =>
    kind === 'export' && outcome === 'left' && userId === 'admin';
  await until(() => stack.gateway.securityLines().some(isTold));
});

describe('a long export', () => {
  const ROWS = 100_000;
  const asked = { pages: 0 };
  beforeEach(() => {
    asked.pages = 0;
    const page = Array.from({ length: 500 }, (_, index) => ({ ...deviceNamed(`CB-${index}`), notes: 'n'.repeat(300) }));
    stack.standIns.listDevices = async ({ cursor = '0' }) => {
      asked.pages += 1;
      const next = Number(cursor) + page.length;
      return { items: page, total: ROWS, next: next < ROWS ? String(next) : null };
    };
  });

  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie: admin.cookieHeader() };
      get(`${admin.origin}/api/admin/export?type=devices`, { headers }, resolve).on('error', reject);
    });

  // proves d.csv.streams
  it('pauses while the browser does not read, and ends when it leaves', async () => {
    const response = await open();
    response.pause();
    await settled();
    const waiting = asked.pages;
    expect(waiting).toBeLessThan(ROWS / 500 / 2);
    httpSeconds.reset();
    response.destroy();
    await settled();
    expect(await countedStatuses()).toEqual([499]);
    expect(asked.pages).toBeLessThanOrEqual(waiting + 2);
    expect((await admin.get('/api/stats')).status).toBe(200);
  }, 60_000);

  /** Waits until no page has been requested for half a second. */
  async function settled(): Promise<void> {
    for (let seen = -1; seen !== asked.pages; await delay(500)) seen = asked.pages;
  }

  it('whose list fails midway is cut off, so that no part is taken for the whole', async () => {
    const listed = stack.standIns.listDevices;
    stack.standIns.listDevices = async (input, context) => {
      if (Number(input.cursor ?? 0) >= 5_000) throw new Error('a disk is full');
      return listed(input, context);
    };
    httpSeconds.reset();
    const response = await open();
    expect(response.statusCode).toBe(200);
    const read = async () => {
      for await (const chunk of response) void chunk;
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(await countedStatuses()).toEqual([500]);
  });
});
