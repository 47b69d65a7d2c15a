import { completed, inProgress, openFiguresFixture } from '../testing/figures-fixture';

type Fixture = Awaited<ReturnType<typeof openFiguresFixture>>;
let fixture: Fixture;
beforeAll(async () => (fixture = await openFiguresFixture()));
afterEach(() => fixture.empty());
afterAll(() => fixture.close());

const noon = '2026-01-05T18:00:00.000Z';

// proves d.figures.turnaround-null
test('with nothing recorded the average is null and everything else is zero or empty', async () => {
  expect(await fixture.figures(noon)).toEqual({
    ...{ averageTurnaroundTime: null, completionsPerDay: 0, commonIssues: [], technicianWorkload: [] },
  });
});

// proves d.figures.average-turnaround
test('the average turnaround is the mean number of minutes from opening to completion, over completed repairs', async () => {
  await fixture.take(completed({ at: noon, minutes: 30 }), completed({ at: '2025-06-01T12:00:00Z', minutes: 61 }));
  await fixture.take(...inProgress('tess'));
  expect((await fixture.figures(noon)).averageTurnaroundTime).toBe(45.5);
});

describe('completions today', () => {
  // proves d.figures.completions-per-day d.figures.daily-repairs-vs-devices
  test('count distinct devices, not repairs', async () => {
    await fixture.take(completed({ at: noon, device: 'd1' }), completed({ at: noon, device: 'd1' }));
    await fixture.take(completed({ at: noon, device: 'd2' }));
    expect((await fixture.figures(noon)).completionsPerDay).toBe(2);
  });

  // proves d.figures.today-in-district-zone
  test('are counted from midnight to midnight in the district’s time zone', async () => {
    await fixture.take(completed({ at: '2026-01-05T05:59:59.999Z' }), completed({ at: '2026-01-05T06:00:00.000Z' }));
    await fixture.take(completed({ at: '2026-01-06T05:59:59.999Z' }), completed({ at: '2026-01-06T06:00:00.000Z' }));
    expect((await fixture.figures('2026-01-06T05:00:00Z')).completionsPerDay).toBe(2);
    expect((await fixture.figures('2026-01-06T06:00:00Z')).completionsPerDay).toBe(1);
  });

  test('cover the whole day even when it has 25 or 23 hours', async () => {
    await fixture.take(completed({ at: '2026-11-01T05:00:00Z' }), completed({ at: '2026-11-02T05:59:59Z' }));
    expect((await fixture.figures('2026-11-01T18:00:00Z')).completionsPerDay).toBe(2);
    await fixture.take(completed({ at: '2026-03-08T06:00:00Z' }), completed({ at: '2026-03-09T05:00:00Z' }));
    expect((await fixture.figures('2026-03-08T18:00:00Z')).completionsPerDay).toBe(1);
  });

  test('do not include New Year’s Eve on New Year’s Day', async () => {
    await fixture.take(completed({ at: '2026-01-01T05:59:59Z' }), completed({ at: '2026-01-01T06:00:00Z' }));
    expect((await fixture.figures('2026-01-01T05:00:00Z')).completionsPerDay).toBe(1);
    expect((await fixture.figures('2026-01-01T12:00:00Z')).completionsPerDay).toBe(1);
    expect((await fixture.figures('2026-01-01T05:30:00Z', 'UTC')).completionsPerDay).toBe(2);
  });
});

// proves d.figures.common-issues-per-repair d.figures.common-issues-top
test('common issues are the five most frequent, each counted once per repair', async () => {
  const issues = ['a, b, c, d, e, f', 'a, b, c, d, e', 'a, b, c, d', 'a, b, c', 'A, b'];
  await fixture.take(...issues.map((named, index) => completed({ at: noon, repair: `r${index}`, issues: named })));
  await fixture.take(completed({ at: noon, repair: 'r4', issues: 'a,a' }));
  const { commonIssues } = await fixture.figures(noon);
  expect(commonIssues.map(({ issue, count }) => [issue.toLowerCase(), count])).toEqual([
    ...[['a', 5] as const, ['b', 5], ['c', 4], ['d', 3], ['e', 2]],
  ]);
});

describe('the workload', () => {
  // proves d.figures.workload-active d.figures.workload-completed
  test('counts devices in progress per assignee and completed repairs per technician', async () => {
    await fixture.people('Tess', 'Tom');
    await fixture.take(...inProgress('tess'), ...inProgress('tess'), ...inProgress(null));
    await fixture.take(
      completed({ at: noon, by: 'tom', device: 'd1' }),
      completed({ at: noon, by: 'tom', device: 'd1' }),
    );
    await fixture.take(completed({ at: '2020-01-01T00:00:00Z', by: 'tess' }));
    expect((await fixture.figures(noon)).technicianWorkload).toEqual([
      { technician: 'Tess', activeCount: 2, completedCount: 1 },
      { technician: 'Tom', activeCount: 0, completedCount: 2 },
    ]);
  });

  test('no longer counts a device for its assignee once it is reassigned, completed or scrapped', async () => {
    await fixture.people('Tess', 'Tom');
    const handedOn = { type: 'device-assigned', data: { deviceId: 'h', assigneeId: 'tom' } } as const;
    const scrapped = { type: 'device-scrapped', data: { deviceId: 's', from: 'IN_PROGRESS' } } as const;
    await fixture.take(...inProgress('tess', 'h'), handedOn, ...inProgress('tess', 's'), scrapped);
    await fixture.take(...inProgress('tess', 'c'), completed({ at: noon, by: 'tom', device: 'c' }));
    expect((await fixture.figures(noon)).technicianWorkload).toEqual([
      { technician: 'Tom', activeCount: 1, completedCount: 1 },
    ]);
  });

  // proves d.figures.workload-top
  test('lists the five people with the most devices in progress, then the most completed repairs', async () => {
    const [a, b, c, d, e, f] = ['Abe', 'Bea', 'Cal', 'Dot', 'Eve', 'Fay'] as const;
    await fixture.people(a, b, c, d, e, f);
    const done = (by: string, count: number) => Array.from({ length: count }, () => completed({ at: noon, by }));
    await fixture.take(...inProgress('fay'), ...inProgress('fay'), ...inProgress('eve'));
    await fixture.take(...done('dot', 3), ...done('cal', 2), ...done('abe', 2), ...done('bea', 1), ...done('eve', 9));
    const { technicianWorkload } = await fixture.figures(noon);
    expect(technicianWorkload.map(({ technician }) => technician)).toEqual([f, e, d, a, c]);
  });

  test('lists people with as much work by the alphabet, accents beside plain letters', async () => {
    await fixture.people('Zoe', 'Ángel', 'bo', 'Abe');
    for (const id of ['zoe', 'ángel', 'bo', 'abe']) await fixture.take(...inProgress(id));
    const { technicianWorkload } = await fixture.figures(noon);
    expect(technicianWorkload.map(({ technician }) => technician)).toEqual(['Abe', 'Ángel', 'bo', 'Zoe']);
  });

  test('shows people under their current names, and unknown people as Unknown', async () => {
    await fixture.take(completed({ at: noon, by: 'ria' }), completed({ at: noon, by: 'ria' }));
    await fixture.take(completed({ at: noon, by: null }));
    await fixture.people('Ria');
    const names = async () => (await fixture.figures(noon)).technicianWorkload.map(({ technician }) => technician);
    expect(await names()).toEqual(['Ria', 'Unknown']);
  });
});
