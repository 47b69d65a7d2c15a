import { builtInSchools, type School } from '@repairline/contracts/district';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { useDeviceQuery } from '../../api/calls/devices';
import { openFormStore, Refusal } from '../testing/form-store';
import { findToast, openScreen } from '../testing/open-screen';
import { EditDialog } from './edit-dialog';

jest.setTimeout(40_000);

const device: Device = {
  ...{ id: 'd1', barcodeNumber: 'CB-1', school: 'N/A', model: '', status: 'INTAKE', priority: 'Low', assignedTo: '' },
  ...{ assigneeId: null, studentName: null, initialIssue: '', notes: '', billingNotes: '', latestIssue: '' },
  ...{ createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z', highestPriority: 'High' },
};

function openDialog(of: Device, answers: Record<string, unknown>) {
  const { store, sent } = openFormStore((url) => answers[url]);
  render(
    <Provider store={store}>
      <MemoryRouter>
        <EditDialog device={of} onClose={() => undefined} />
      </MemoryRouter>
    </Provider>,
  );
  return sent;
}

async function schoolField(schools: School[]): Promise<HTMLSelectElement> {
  openDialog(device, { '/api/district': { schools }, '/api/users': [] });
  await screen.findByRole('option', { name: new RegExp(schools[0]?.name ?? '', 'u') });
  return screen.getByLabelText(/^School/u);
}

const own: School[] = [
  { code: 'N/A', name: 'Nowhere', level: 'NA', aliases: [] },
  { code: 'EHS', name: 'East High', level: 'HS', aliases: ['East'] },
];

// proves s5.edit.school-codes
test.each([
  ['the five built in', builtInSchools],
  ["a district's own", own],
])('the schools offered are exactly those of the directory: %s', async (_, schools) => {
  const field = await schoolField(schools);
  expect([...field.options].map(({ value }) => value)).toEqual(schools.map(({ code }) => code));
  expect(field.value).toBe('N/A');
});

test('a school that is no longer in the directory stays selected', async () => {
  const [, east] = own;
  const field = await schoolField(east ? [east] : []);
  expect([...field.options].map(({ value }) => value)).toEqual(['EHS', 'N/A']);
  expect(field.value).toBe('N/A');
});

test("the highest priority is preselected, so that it can be lowered to the device's own", async () => {
  await schoolField(own);
  expect(screen.getByLabelText<HTMLSelectElement>(/^Priority/u).value).toBe('High');
});

test('if the users cannot be fetched, the assignee stays selected by name and is not changed on save', async () => {
  const assigned: Device = { ...device, assignedTo: 'Rosa Lind', assigneeId: 'u1' };
  const sent = openDialog(assigned, {
    ...{ '/api/district': { schools: own }, '/api/users': new Refusal('Away') },
    ...{ '/api/csrf-token': { csrfToken: 'token' }, '/api/devices/CB-1': assigned },
  });
  const field = await screen.findByLabelText<HTMLSelectElement>(/^Assigned To/u);
  expect(field.selectedOptions[0]?.text).toBe('Rosa Lind');
  expect(screen.getByRole('alert').textContent).toBe('Failed to fetch users');
  fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'Lenovo 300e' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([{ model: 'Lenovo 300e', expected: { model: '' } }]));
});

// proves s2.detail.edit-dialog s5.edit.barcode-required s8.failure.edit s8.toast.device-updated
test('an asset number is required, a failed call shows the reason and keeps the form, a saved change is reported', async () => {
  const { server, sent } = openScreen(<EditDialog device={device} onClose={() => undefined} />, {
    'PATCH devices/CB-1': new Refusal('Not today'),
  });
  expect(await screen.findByRole('dialog', { name: 'Edit Device Information' })).toBeTruthy();
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  type(/^Asset Number/u, '');
  save();
  expect(await screen.findByText('Asset Number is required')).toBeTruthy();
  expect(sent).toEqual([]);
  type(/^Asset Number/u, 'CB-1');
  type(/^Model/u, 'New');
  save();
  await findToast('alert', 'Error', 'Not today');
  expect(screen.getByLabelText<HTMLInputElement>(/^Model/u).value).toBe('New');
  server['PATCH devices/CB-1'] = { ...device, model: 'New' };
  save();
  await findToast('status', 'Device updated successfully');
  expect(sent.at(-1)).toEqual({ model: 'New', expected: { model: '' } });
});

test('a scan that strays into the dialog changes nothing, and a new number is saved only once it is confirmed', async () => {
  const { sent } = openScreen(<EditDialog device={device} onClose={() => undefined} />, {
    'PATCH devices/CB-1': { ...device, barcodeNumber: 'CB-3' },
  });
  const title = await screen.findByText('Edit Device Information');
  await waitFor(() => expect(document.activeElement).toBe(title));
  const type = (value: string) => fireEvent.change(screen.getByLabelText(/^Asset Number/u), { target: { value } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  type('CB-2');
  save();
  await screen.findByText('CB-1 → CB-2: save again to renumber this device.');
  // It is a question, not a fault.
  expect(screen.getByLabelText(/^Asset Number/u).getAttribute('aria-invalid')).not.toBe('true');
  type('CB-3');
  save();
  await screen.findByText('CB-1 → CB-3: save again to renumber this device.');
  expect(sent).toEqual([]);
  save();
  await findToast('status', 'Device updated successfully');
  expect(sent).toEqual([{ barcodeNumber: 'CB-3', expected: {} }]);
});

function Shown() {
  const { data } = useDeviceQuery('CB-1');
  return data ? <EditDialog device={data} onClose={() => undefined} /> : null;
}

test('what others wrote without this page hearing of it is quoted, and replaced only by another save', async () => {
  const known = { ...device, notes: 'Case too' };
  const { sent } = openScreen(<Shown />, {
    'GET devices/CB-1': () => ({ ...known }),
    'PATCH devices/CB-1': ({ notes, expected }: { notes: string; expected: { notes: string } }) => {
      const issues = [{ path: 'notes', message: 'This has been changed in the meantime' }];
      if (expected.notes !== known.notes) return new Refusal('Changed', 409, { type: 'changed_meanwhile', issues });
      return Object.assign(known, { notes });
    },
  });
  const notes = await screen.findByLabelText<HTMLTextAreaElement>('Notes');
  fireEvent.change(notes, { target: { value: 'Case too, and the charger' } });
  known.notes = 'No case';
  const save = () => fireEvent.click(screen.getByRole('button', { name: /^Sav/u }));
  save();
  await screen.findByText('This has been changed to “No case” in the meantime. Save again to replace it.');
  expect([notes.value, known.notes]).toEqual(['Case too, and the charger', 'No case']);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save Changes' })).toBeTruthy());
  save();
  await findToast('status', 'Device updated successfully');
  const over = (seen: string) => ({ notes: 'Case too, and the charger', expected: { notes: seen } });
  // Each change that fails is sent twice.
  expect(sent).toEqual([over('Case too'), over('Case too'), over('No case')]);
});
