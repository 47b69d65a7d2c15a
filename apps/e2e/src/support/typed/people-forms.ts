import { newColleague } from '../api-journey';
import { deviceIn } from '../device-calls';
import { stackUrl } from '../journey';
import { success } from '../ui-journey';
import { goTo, openDialog } from '../views/navigation';
import type { TypedForm, TypingScreen } from './typed-form';

const signIn: TypedForm = {
  name: 'sign-in',
  async open({ page, person }) {
    await page.goto('/');
    return {
      form: page.getByRole('main'),
      typed: { Email: person.email, Password: person.password },
      submit: 'Sign In',
      errorShown: (_, message) => page.getByRole('main').getByRole('alert').filter({ hasText: message }),
      done: page.getByRole('heading', { name: 'Device Management' }),
    };
  },
};

const profile: TypedForm = {
  name: 'Profile Settings',
  async open({ page, person }) {
    await goTo(page, '/profile', 'Profile Settings');
    return {
      form: page.getByRole('region', { name: 'Your profile' }),
      typed: { 'Display Name': `${person.user.name} Lind` },
      submit: 'Save Changes',
      done: success(page, 'Profile updated successfully'),
    };
  },
};

const apiToken: TypedForm = {
  name: 'New API token',
  async open({ page }) {
    await goTo(page, '/profile', 'Profile Settings');
    await page.getByRole('button', { name: 'New token' }).click();
    return {
      form: await openDialog(page),
      typed: { Name: 'Nightly report' },
      submit: 'Create token',
      done: page.getByRole('alertdialog', { name: '“Nightly report” is ready' }),
    };
  },
};

const userName: TypedForm = {
  name: 'Edit User Name',
  async open({ page, admin }) {
    const colleague = await newColleague(admin, stackUrl());
    await colleague.api.close();
    await goTo(page, '/admin', 'User Management');
    await page.getByRole('button', { name: `Edit name of ${colleague.user.name}` }).click();
    return {
      form: await openDialog(page),
      typed: { Name: `${colleague.user.name} Lind` },
      submit: 'Save',
      done: success(page, 'User name updated successfully'),
    };
  },
};

const billingNotes: TypedForm = {
  name: 'billing notes',
  async open({ page, admin }) {
    const { barcodeNumber } = await deviceIn('COMPLETED', admin);
    await page.goto(`/completed-repairs?q=${barcodeNumber}`);
    const row = page.getByRole('row').filter({ hasText: barcodeNumber });
    await row.getByRole('button', { name: 'Click to add notes' }).click();
    return {
      form: row,
      typed: { 'Billing Notes': 'Charge the district' },
      submit: 'Save',
      done: row.getByRole('button', { name: 'Charge the district' }),
    };
  },
};

const scrap: TypedForm = {
  name: 'Device Actions',
  async open({ page, admin }) {
    const { barcodeNumber } = await deviceIn('INTAKE', admin);
    await goTo(page, '/admin', 'Admin Panel');
    return {
      form: page.getByRole('region', { name: 'Device Actions' }),
      typed: { 'Asset Number': barcodeNumber },
      submit: 'Scrap',
      done: success(page, 'Device scrapped successfully'),
    };
  },
};

/** The forms for signing in, for names, and for what Admins write. */
export const peopleScreens: readonly TypingScreen[] = [
  { name: 'Login', as: 'nobody', forms: [signIn] },
  { name: 'Profile Settings', as: 'Member', forms: [profile, apiToken] },
  { name: 'Admin Panel', as: 'Admin', forms: [userName, scrap] },
  { name: 'Completed Repairs', as: 'Admin', forms: [billingNotes] },
];
