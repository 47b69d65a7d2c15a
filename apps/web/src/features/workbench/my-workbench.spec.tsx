import type { Device } from '@repairline/contracts/repairs/views';
import { screen } from '@testing-library/react';
import { FirstPage } from '../testing/form-store';
import { member, openScreen, type Answers } from '../testing/open-screen';
import { MyWorkbench } from './my-workbench';

const device = (barcodeNumber: string, fields: Partial<Device>) =>
  ({
    ...{ id: barcodeNumber, barcodeNumber, school: 'SMS', studentName: null, updatedAt: new Date().toISOString() },
    ...fields,
  }) as Device;

/** Opens the workbench of a person with these assignments. */
const open = (devices: Device[], answers: Answers = {}) =>
  openScreen(<MyWorkbench user={member} />, {
    'GET devices': (_: unknown, params: URLSearchParams) =>
      devices.filter(({ status }) => status === params.get('status')),
    'GET repair-logs': [],
    ...answers,
  });

const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const card = (label: string) => screen.getByText(label).parentElement?.textContent;
const row = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLTableRowElement;

// proves s2.workbench.logged-in-as s2.workbench.empty
test('a workbench without assignments says so, and names its user', async () => {
  open([]);
  expect(screen.getByText('Logged in as Rosa Lind')).toBeTruthy();
  await screen.findByText('No devices assigned to you');
});

// proves s2.workbench.table-title s2.workbench.columns s2.workbench.student-dash s2.workbench.status-badge
// proves s2.workbench.last-updated-relative s2.workbench.work-on-link s4.status.label-parts
// proves s4.workbench.assignments s7.devices.workbench-uses-assigned-to
test("the table lists the user's devices that are not completed", async () => {
  const { calls } = open([
    device('CB-1', { status: 'IN_PROGRESS', studentName: 'Ada Park' }),
    device('CB-2', { status: 'INTAKE' }),
    device('CB-3', { status: 'PARTS' }),
    device('CB-4', { status: 'COMPLETED' }),
  ]);
  expect((await row('CB-1')).closest('table')?.getAttribute('aria-label')).toBe('My Current Assignments');
  expect(screen.getByText('My Current Assignments', { selector: 'h2' })).toBeTruthy();
  expect(texts(document.querySelectorAll('th'))).toEqual([
    ...['Asset Number', 'School', 'Student', 'Status', 'Days in Status', 'Last Updated', 'Actions'],
  ]);
  const cells = async (assetNumber: string) => texts((await row(assetNumber)).cells);
  expect((await cells('CB-1')).slice(0, 5)).toEqual(['CB-1', 'SMS', 'Ada Park', 'In Progress', '0']);
  expect((await cells('CB-1'))[5]).toContain('just now');
  expect((await cells('CB-2')).slice(2, 4)).toEqual(['-', 'Intake']);
  expect((await cells('CB-3'))[3]).toBe('Parts');
  expect(screen.queryByText('CB-4')).toBeNull();
  const links = screen.getAllByText('Work on').map((link) => [link.ariaLabel, link.getAttribute('href')]);
  expect(links).toContainEqual(['Work on CB-1', '/devices/CB-1']);
  expect(links).toHaveLength(3);
  const asked = calls
    .map(({ url }) => new URL(url, 'http://any'))
    .filter(({ pathname }) => pathname === '/api/devices');
  expect(new Set(asked.map(({ searchParams }) => searchParams.get('assignedTo')))).toEqual(new Set([member.email]));
});

// proves s2.workbench.card-active s4.workbench.active-count s2.workbench.card-total-completed
// proves s2.workbench.card-per-week
test('the cards count the devices in progress, all completions, and completions per week', async () => {
  const completed = [1, 2, 3, 4, 5, 6].map((place) => ({ barcodeNumber: `CB-${place}` }));
  const assigned = [device('CB-7', { status: 'IN_PROGRESS' }), device('CB-8', { status: 'INTAKE' })];
  open(assigned, {
    'GET repair-logs': (_: unknown, params: URLSearchParams) =>
      params.has('from') ? completed : new FirstPage(completed.slice(0, 1), 1234),
  });
  await screen.findByText('1,234');
  await row('CB-7');
  expect(card('Active Assignments')).toBe('Active Assignments1');
  expect(card('Total Completed')).toBe('Total Completed1,234');
  expect(card('Completed per Week')).toBe('Completed per Week2');
});
