import { commonIssues } from '@repairline/contracts/issues';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { deviceWith } from '../testing/device';
import { Refusal } from '../testing/form-store';
import { findToast, member, openScreen, type Answers } from '../testing/open-screen';
import { IntakeDialog } from './intake-dialog';

jest.setTimeout(60_000);

async function open(answers: Answers = {}) {
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const page = openScreen(<IntakeDialog user={member} onClose={close} />, answers);
  await screen.findByRole('option', { name: 'SMS · Middle School' });
  /** The changes sent since the last time. */
  const posted = () => page.calls.splice(0).filter(({ method }) => method === 'POST');
  return { ...page, posted, isClosed: () => isClosed };
}

const field = <Element extends HTMLElement = HTMLInputElement>(label: RegExp) => screen.getByLabelText<Element>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const options = (label: RegExp) => [...field<HTMLSelectElement>(label).options].map(({ text }) => text);

function submit(barcodeNumber = 'CB-1') {
  type(/^Asset Number/u, barcodeNumber);
  type(/^School/u, 'SMS');
  press('Add to Intake');
}

// proves s2.intake.single-asset-number s2.intake.single-school s2.intake.single-model s2.intake.single-assigned-to
// proves s2.intake.single-student-name s2.intake.single-initial-issue s2.intake.single-notes
// proves s2.intake.single-priority s2.intake.chips-in-intake-form s9.common-issue-chips s2.intake.chips-joined
test('the form has its fields, a priority of three, and common issues, which are joined', async () => {
  await open();
  for (const name of ['Model (optional)', 'Student Name (optional)']) expect(screen.getByLabelText(name)).toBeTruthy();
  for (const name of ['Initial Issue (optional)', 'Notes']) {
    expect(screen.getByLabelText(name).tagName).toBe('TEXTAREA');
  }
  expect(field(/^Asset Number/u).required).toBe(true);
  expect(options(/^School/u)[0]).toBe('Select school');
  expect(options(/^Assigned To/u)).toEqual(['Unassigned', member.name]);
  expect(field(/^Priority/u).required).toBe(true);
  expect(options(/^Priority/u)).toEqual(['Low', 'Medium', 'High']);

  const chips = screen.getByRole('group', { name: 'Common Issues' }).querySelectorAll('button');
  expect([...chips].map(({ textContent }) => textContent)).toEqual([...commonIssues]);
  expect(commonIssues).toEqual([
    ...['Screen cracked/broken', "Won't turn on/No power", 'Keyboard not working', 'Touchpad issues'],
    ...['Charging problems', 'WiFi not connecting', 'Audio not working', 'Camera not working', 'Software issues'],
    ...['Liquid damage', 'Physical damage', 'Slow performance', 'Battery problems', 'Missing keys', 'Login issues'],
  ]);
  press('Missing keys');
  press('Liquid damage');
  expect(field(/^Initial Issue/u).value).toBe('Missing keys, Liquid damage');
});

// proves s5.device.barcode-required s5.device.school-required
test('an asset number and a school are required', async () => {
  const { posted } = await open();
  press('Add to Intake');
  expect(await screen.findByText('Asset Number is required')).toBeTruthy();
  expect(screen.getByText('School is required')).toBeTruthy();
  expect(document.activeElement).toBe(field(/^Asset Number/u));
  expect(posted()).toEqual([]);
});

// proves s8.failure.intake d.calls.toast-shows-parsed-message
test("a failed call shows the server's reason alone and keeps the form", async () => {
  const { isClosed } = await open({ 'POST devices': new Refusal('The shelf is full', 500) });
  submit();
  await findToast('alert', 'Error', 'The shelf is full');
  expect(field(/^Asset Number/u).value).toBe('CB-1');
  expect(isClosed()).toBe(false);
});

// proves s8.toast.device-added s7.devices.follow-up-log s7.devices.follow-up-none
test('an intake adds the device, and its first log if it has an issue', async () => {
  const { posted, isClosed } = await open({ 'POST devices': { barcodeNumber: 'CB-1' }, 'POST devices/CB-1/logs': {} });
  type(/^Assigned To/u, member.email);
  type(/^Priority/u, 'High');
  press('Missing keys');
  submit();
  await findToast('status', 'Device added to intake successfully');
  const [device, log, ...more] = posted();
  expect(device?.body).toMatchObject({ barcodeNumber: 'CB-1', school: 'SMS', priority: 'High' });
  expect(log?.url).toBe('/api/devices/CB-1/logs');
  expect(log?.body).toEqual({
    ...{ issue: 'Missing keys', technician: member.email, completed: false, priority: 'High' },
  });
  expect(more).toEqual([]);
  expect(isClosed()).toBe(true);

  submit();
  await findToast('status', 'Device added to intake successfully');
  expect(posted().map(({ url }) => url)).toEqual(['/api/devices']);
});

// proves s2.intake.already-in-system-intake s2.intake.already-in-system-status s2.intake.already-in-system-assignee
// proves s2.intake.already-in-system-in-progress s2.intake.already-in-system-cancel s2.intake.already-in-system-link
test('a device in repair is not taken in again: a warning shows its status and assignee, and leads to it', async () => {
  const exists = (device: Device) => new Refusal('Taken in', 409, { type: 'device_exists', device });
  const { server } = await open({ 'POST devices': exists(deviceWith({ assignedTo: 'Ada Park' })) });
  const facts = () => [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
  submit();
  expect(await screen.findByText('Device Already in System')).toBeTruthy();
  expect(facts()).toEqual(['Intake', 'Ada Park']);
  press('Cancel');
  await waitFor(() => expect(screen.queryByText('Device Already in System')).toBeNull());

  server['POST devices'] = exists(deviceWith({ status: 'IN_PROGRESS' }));
  submit();
  expect(await screen.findByText('Device Already in System')).toBeTruthy();
  expect(facts()).toEqual(['In Progress', 'Unassigned']);
  const link = screen.getByText('View Device & Start Work');
  expect(link.closest('a')?.getAttribute('href')).toBe('/devices/CB-1');
});
