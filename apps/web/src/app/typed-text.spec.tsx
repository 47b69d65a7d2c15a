import { builtInSchools } from '@repairline/contracts/district';
import type { SignedInUser, UserAccount } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { Toaster } from '../components/toasts/toaster';
import { EditNameDialog } from '../features/admin/edit-name-dialog';
import { EditDialog } from '../features/device-detail/edit-dialog';
import { QuickCompleteDialog } from '../features/device-detail/quick-complete-dialog';
import { RepairEntryForm } from '../features/device-detail/repair-entry-form';
import { StartWorkDialog } from '../features/device-detail/start-work-dialog';
import { CompleteRepairDialog } from '../features/devices/complete-repair-dialog';
import { ReassignDialog } from '../features/devices/reassign-dialog';
import { IntakeDialog } from '../features/intake/intake-dialog';
import { CreateTokenDialog } from '../features/profile/create-token-dialog';
import { ProfileSettings } from '../features/profile/profile-settings';
import { QuickIntakeDialog } from '../features/intake/quick-intake-dialog';
import { openFormStore, Refusal } from '../features/testing/form-store';

jest.setTimeout(120_000);

const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa', role: 'Member' } as SignedInUser;
const tess = { ...user, id: 'u2', email: 'tess@school.example', name: 'Tess' } as UserAccount;
const device: Device = {
  ...{ id: 'd1', barcodeNumber: 'CB-1', school: 'N/A', model: '', status: 'IN_PROGRESS', priority: 'Low' },
  ...{ assignedTo: '', assigneeId: null, studentName: null, initialIssue: '', notes: '', billingNotes: '' },
  ...{ createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z' },
  ...{ highestPriority: 'Low', latestIssue: 'Missing keys' },
};
const close = () => undefined;

interface FilledForm {
  form: ReactElement;
  /** By the beginning of each field's label; `true` checks a box. */
  typed: Record<string, string | true>;
  submit: string;
  /** Shown once the call has succeeded. */
  done: string;
  tab?: string;
  ready?: string;
}

const forms: Record<string, FilledForm> = {
  'Add to Intake, a single device': {
    form: <IntakeDialog user={user} onClose={close} />,
    typed: {
      ...{ 'Asset Number': 'CB-7', School: 'SMS', Model: 'Lenovo 300e', Priority: 'High', 'Assigned To': tess.email },
      ...{
        'Student Name': 'Ada Park',
        'Initial Issue': 'Screen cracked/broken, and wet',
        Notes: 'Charger is in the bag',
      },
    },
    ...{ submit: 'Add to Intake', done: 'Device added to intake successfully' },
  },
  'Add to Intake, many devices': {
    form: <IntakeDialog user={user} onClose={close} />,
    tab: 'Bulk Import',
    typed: {
      ...{ School: 'SMS', Model: 'Lenovo 300e', Priority: 'High', 'Assign To': tess.email },
      'Asset Numbers': 'CB-7\nCB-8',
    },
    ready: 'Parse Assets',
    ...{ submit: 'Add 2 to Intake', done: '2 devices added to intake successfully' },
  },
  'Quick Intake': {
    form: <QuickIntakeDialog user={user} onClose={close} />,
    typed: {
      ...{ 'Asset Number': 'CB-7', School: 'MS', 'Student Name': 'Ada Park', 'Priority Level': 'High' },
      'Issue Description': 'Battery problems, swollen',
    },
    ...{ submit: 'Create Intake', done: 'Quick Intake Successful' },
  },
  'Complete Repair': {
    form: <CompleteRepairDialog device={device} user={user} onClose={close} />,
    typed: { 'Work Performed': 'Replaced the LCD panel' },
    ...{ submit: 'Complete Repair', done: 'Repair completed successfully' },
  },
  Reassign: {
    form: <ReassignDialog device={device} onClose={close} />,
    typed: { Technician: tess.email },
    ...{ submit: 'Reassign', done: 'Device assigned successfully' },
  },
  'Edit Device Information': {
    form: <EditDialog device={device} onClose={close} />,
    typed: {
      ...{ 'Asset Number': 'CB-7', School: 'SMS', Model: 'Lenovo 500e', Priority: 'High', 'Assigned To': tess.email },
      ...{ 'Student Name': 'Ada Park', 'Initial Issue': 'Hinge loose', Notes: 'Loaner given out' },
    },
    // The first press asks whether to renumber.
    ...{ ready: 'Save Changes', submit: 'Save Changes', done: 'Device updated successfully' },
  },
  'Start Work': {
    form: <StartWorkDialog device={device} user={user} onClose={close} />,
    typed: { School: 'SMS', Priority: 'High', 'Initial Issue': 'Hinge loose, bezel lifted' },
    ...{ submit: 'Start Work', done: 'Work Started' },
  },
  'Quick Complete': {
    form: <QuickCompleteDialog device={device} user={user} onClose={close} />,
    typed: { 'Actions Taken': 'Replaced the LCD panel', Comments: 'Old panel kept' },
    ...{ submit: 'Complete Repair', done: 'Repair Completed' },
  },
  'Add Repair Entry': {
    form: <RepairEntryForm device={device} user={user} />,
    typed: {
      ...{ Issue: 'Battery problems, swollen', Actions: 'Ordered a battery', Technician: tess.email },
      ...{ Comments: 'Two weeks', Completed: true },
    },
    ...{ submit: 'Add Entry', done: 'Repair entry added successfully' },
  },
  'Profile Settings': {
    form: <ProfileSettings user={user} />,
    typed: { 'Display Name': 'Rosa Lind' },
    ...{ submit: 'Save Changes', done: 'Profile updated successfully' },
  },
  'New API token': {
    form: <CreateTokenDialog onClose={close} />,
    typed: { Name: 'Nightly report' },
    ...{ submit: 'Create token', done: '“Nightly report” is ready' },
  },
  'Edit User Name': {
    form: <EditNameDialog account={tess} onClose={close} />,
    typed: { Name: 'Tess Lind' },
    ...{ submit: 'Save', done: 'User name updated successfully' },
  },
};

const reads: Record<string, unknown> = {
  '/api/csrf-token': { csrfToken: 'token' },
  '/api/district': { schools: builtInSchools },
  '/api/users': [user, tess],
  '/api/profile/tokens': [],
  '/api/devices/CB-1': device,
  '/api/devices/CB-7': device,
  '/api/devices/CB-1/logs?limit=500': [{ id: 'l1', issue: 'Missing keys', completed: false }],
};

const succeed = (body: unknown) => {
  const { devices } = body as { devices?: { barcodeNumber: string }[] };
  const results = devices?.map((row) => ({ ...row, ok: true }));
  return { ...device, assigneeId: user.id, name: 'Nightly report', token: 't', results };
};

test.each(Object.entries(forms))(
  '%s: typed text survives failed calls and the end of a sign-in, and can be sent afterwards',
  async (_, { form, typed, submit, done, tab, ready }) => {
    let send: (body: unknown) => unknown = () => new Refusal('Not today', 500);
    const { store } = openFormStore((url, body) => (body ? send(body) : (reads[url] ?? [])));
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    const open = () => {
      const page = render(
        <Provider store={store}>
          <MemoryRouter>{form}</MemoryRouter>
          <Toaster />
        </Provider>,
      );
      if (tab) fireEvent.click(screen.getByRole('tab', { name: tab }));
      return page;
    };
    const failsWith = async (message: string) => {
      press(submit);
      await screen.findAllByText(message);
      await expectTyped(typed);
    };

    const { unmount } = open();
    await fillIn(typed);
    unmount();
    open();
    await expectTyped(typed);
    if (ready) press(ready);
    await failsWith('Not today');
    send = () => {
      throw new Error('no connection');
    };
    await failsWith('The server cannot be reached. Check the connection and try again.');
    send = succeed;
    press(submit);
    expect(await screen.findByText(done)).toBeTruthy();
    expect(store.getState().drafts).toEqual({});
  },
);

const find = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`, 'u'));

async function fillIn(typed: FilledForm['typed']) {
  for (const [label, value] of Object.entries(typed)) {
    const field = await find(label);
    if (value === true) fireEvent.click(field);
    // Options may still be on their way.
    else await waitFor(() => expect(changed(field, value)).toBe(value));
  }
}

function changed(field: HTMLInputElement, value: string) {
  fireEvent.change(field, { target: { value } });
  return field.value;
}

async function expectTyped(typed: FilledForm['typed']) {
  for (const [label, value] of Object.entries(typed)) {
    const field = await find(label);
    expect(value === true ? field.checked : field.value).toBe(value);
  }
}
