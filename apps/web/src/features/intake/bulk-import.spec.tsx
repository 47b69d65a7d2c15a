import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { findToast, held, member, openScreen, type Answers } from '../testing/open-screen';
import { IntakeDialog } from './intake-dialog';

jest.setTimeout(60_000);

const assets = Array.from({ length: 7 }, (_, place) => `CB-${place}`);
const taken = (numbers: string[]) => numbers.map((barcodeNumber) => ({ barcodeNumber, ok: true }));
const refused = (numbers: string[]) =>
  numbers.map((barcodeNumber) => ({ barcodeNumber, ok: false, message: 'Already in the system' }));

async function openBulk(answers: Answers = {}) {
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const page = openScreen(<IntakeDialog user={member} onClose={close} />, answers);
  fireEvent.click(screen.getByRole('tab', { name: 'Bulk Import' }));
  await screen.findByRole('option', { name: 'SMS · Middle School' });
  return { ...page, isClosed: () => isClosed };
}

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
const rows = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('li')].map(({ textContent }) => textContent);
function add(numbers: readonly string[]) {
  type(/^School/u, 'SMS');
  type(/^Asset Numbers/u, numbers.join('\n'));
  press('Parse Assets');
  press(`Add ${numbers.length} to Intake`);
}

// proves s2.intake.tabs s2.intake.bulk-common-settings s2.intake.bulk-textarea s5.bulk.none-parsed
// proves s2.intake.bulk-parse-button s9.bulk-preview s2.intake.bulk-and-n-more s2.intake.bulk-add-button
test('asset numbers are parsed one per line, with a preview of five, each counted once', async () => {
  await openBulk();
  expect(screen.getAllByRole('tab')).toHaveLength(2);
  for (const name of ['Single Device', 'Bulk Import']) expect(screen.getByRole('tab', { name })).toBeTruthy();
  for (const label of [/^School/u, /^Model/u, /^Priority/u, /^Assign To/u]) {
    expect(screen.getByLabelText(label)).toBeTruthy();
  }
  expect(screen.getByLabelText(/^Asset Numbers/u).tagName).toBe('TEXTAREA');
  press('Add 0 to Intake');
  await findToast('status', 'No devices to import', 'Please enter asset numbers first');

  type(/^Asset Numbers/u, `  ${assets.join(' \n\n ')}\ncb-0\n`);
  press('Parse Assets');
  expect(rows('Preview')).toEqual(assets.slice(0, 5));
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(preview.getByText('and 2 more')).toBeTruthy();
  expect(preview.getByText('1 repeated, counted once')).toBeTruthy();
  press('Add 7 to Intake');
  expect(await screen.findByText('School is required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^School/u));
});

// proves d.calls.bulk-dialog-uses-it d.calls.bulk-dialog-progress s8.bulk.all-succeeded
test('an import sends all rows in one call and shows its progress', async () => {
  const sending = held({ results: taken(assets) });
  const { calls, isClosed } = await openBulk({ 'POST devices/bulk': sending.answer });
  type(/^Model/u, 'Lenovo 300e');
  type(/^Priority/u, 'High');
  type(/^Assign To/u, member.email);
  add(assets);
  const progress = await screen.findByRole('progressbar');
  expect(progress.getAttribute('aria-valuenow')).toBe('0');
  expect(screen.getByText('Adding 0 of 7...')).toBeTruthy();
  sending.go();
  await findToast('status', '7 devices added to intake successfully');
  const bodies = calls.filter(({ method, url }) => method === 'POST' && url === '/api/devices/bulk');
  expect(bodies.map(({ body }) => body)).toEqual([
    {
      common: { school: 'SMS', model: 'Lenovo 300e', priority: 'High', assignedTo: member.email },
      devices: assets.map((barcodeNumber) => ({ barcodeNumber })),
    },
  ]);
  await waitFor(() => expect(isClosed()).toBe(true));
});

// proves s8.bulk.partial-success s8.bulk.destructive
test('refused rows stay for correction; the toast is a failure only if they are more than the others', async () => {
  const { server } = await openBulk({ 'POST devices/bulk': { results: [...taken(['A', 'C']), ...refused(['B'])] } });
  add(['A', 'B', 'C']);
  await findToast('status', 'Partial Success: 2 devices added successfully, 1 failed');
  expect(rows('Result')).toEqual(['B Already in the system', 'A Added', 'C Added']);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Asset Numbers/u).value).toBe('B');

  server['POST devices/bulk'] = { results: [...taken(['A', 'B']), ...refused(['C', 'D'])] };
  add(['A', 'B', 'C', 'D']);
  await findToast('status', 'Partial Success: 2 devices added successfully, 2 failed');
  server['POST devices/bulk'] = { results: [...taken(['A']), ...refused(['B', 'C'])] };
  add(['A', 'B', 'C']);
  await findToast('alert', 'Partial Success: 1 device added successfully, 2 failed');
});
