import type { Locator, Page } from '@playwright/test';
import { deviceIn } from '../device-calls';
import { newAssetNumber } from '../devices';
import { success } from '../ui-journey';
import { chooseQuickAction, goTo, openDialog, openDevice, press } from '../views/navigation';
import type { Desk, TypedForm, TypingScreen } from './typed-form';

const device = async ({ admin }: Desk, status: 'INTAKE' | 'IN_PROGRESS') =>
  (await deviceIn(status, admin, { initialIssue: 'Missing keys', priority: 'Low' })).barcodeNumber;

async function openIntake(page: Page): Promise<Locator> {
  await goTo(page, '/devices', 'Device Management');
  await page.getByRole('button', { name: 'Add to Intake' }).click();
  return openDialog(page);
}

/** Bulk import reports a message for each row. */
const errorAtRows = (page: Page, message: string): Locator =>
  page.getByRole('region', { name: 'Result' }).getByRole('listitem').filter({ hasText: message }).first();

const intakeForms: readonly TypedForm[] = [
  {
    name: 'Add to Intake, a single device',
    open: async ({ page, person }) => ({
      form: await openIntake(page),
      typed: {
        'Asset Number': newAssetNumber(),
        School: 'SMS',
        Model: 'Lenovo 300e',
        Priority: 'High',
        'Assigned To': person.email,
        'Student Name': 'Ada Park',
        'Initial Issue': 'Screen cracked/broken, and wet',
        Notes: 'Charger is in the bag',
      },
      submit: 'Add to Intake',
      done: success(page, 'Device added to intake successfully'),
    }),
  },
  {
    name: 'Add to Intake, many devices',
    async open({ page, person }) {
      const form = await openIntake(page);
      await form.getByRole('tab', { name: 'Bulk Import' }).click();
      return {
        form,
        typed: {
          School: 'SMS',
          Model: 'Lenovo 300e',
          Priority: 'High',
          'Assign To': person.email,
          'Asset Numbers': `${newAssetNumber()}\n${newAssetNumber()}`,
        },
        ready: () => form.getByRole('button', { name: 'Parse Assets' }).click(),
        submit: 'Add 2 to Intake',
        errorShown: errorAtRows,
        done: success(page, '2 devices added to intake successfully'),
      };
    },
  },
  {
    name: 'Quick Intake',
    async open({ page }) {
      await goTo(page, '/devices', 'Device Management');
      await page.keyboard.press('/');
      return {
        form: await openDialog(page),
        typed: {
          'Asset Number': newAssetNumber(),
          School: 'MS',
          'Student Name': 'Ada Park',
          'Priority Level': 'High',
          'Issue Description': 'Battery problems, swollen',
        },
        submit: 'Create Intake',
        done: success(page, 'Quick Intake Successful'),
      };
    },
  },
];

const listForms: readonly TypedForm[] = [
  {
    name: 'Complete Repair',
    open: async (desk) => ({
      form: await chooseQuickAction(desk.page, await device(desk, 'IN_PROGRESS'), 'Complete Repair'),
      typed: { 'Work Performed': 'Replaced the LCD panel' },
      submit: 'Complete Repair',
      done: success(desk.page, 'Repair completed successfully'),
    }),
  },
  {
    name: 'Reassign',
    open: async (desk) => ({
      form: await chooseQuickAction(desk.page, await device(desk, 'INTAKE'), 'Reassign'),
      typed: { Technician: desk.person.email },
      submit: 'Reassign',
      done: success(desk.page, 'Device assigned successfully'),
    }),
  },
];

const detailForms: readonly TypedForm[] = [
  {
    name: 'Edit Device Information',
    open: async (desk) => ({
      form: await press(desk.page, await device(desk, 'INTAKE'), 'Edit Device'),
      typed: {
        'Asset Number': newAssetNumber(),
        School: 'SMS',
        Model: 'Lenovo 500e',
        Priority: 'High',
        'Assigned To': desk.person.email,
        'Student Name': 'Ada Park',
        'Initial Issue': 'Hinge loose',
        Notes: 'Loaner given out',
      },
      submit: 'Save Changes',
      done: success(desk.page, 'Device updated successfully'),
    }),
  },
  {
    name: 'Start Work',
    open: async (desk) => ({
      form: await press(desk.page, await device(desk, 'INTAKE'), 'Start Work'),
      typed: { School: 'SMS', Priority: 'High', 'Initial Issue': 'Hinge loose, bezel lifted' },
      submit: 'Start Work',
      done: success(desk.page, 'Work Started'),
    }),
  },
  {
    name: 'Quick Complete',
    open: async (desk) => ({
      form: await press(desk.page, await device(desk, 'IN_PROGRESS'), 'Quick Complete'),
      typed: { 'Actions Taken': 'Replaced the LCD panel', Comments: 'Old panel kept' },
      submit: 'Complete Repair',
      done: success(desk.page, 'Repair Completed'),
    }),
  },
  {
    name: 'Add Repair Entry',
    async open(desk) {
      await openDevice(desk.page, await device(desk, 'IN_PROGRESS'));
      return {
        form: desk.page.getByRole('region', { name: 'Add Repair Entry' }),
        typed: {
          Issue: 'Battery problems, swollen',
          Actions: 'Ordered a battery',
          Technician: 'admin@school.example',
          Comments: 'Two weeks',
          Completed: true,
        },
        submit: 'Add Entry',
        done: success(desk.page, 'Repair entry added successfully'),
      };
    },
  },
];

/** The screens for taking in and working on devices. */
export const deviceScreens: readonly TypingScreen[] = [
  { name: 'Add to Intake and Quick Intake', as: 'Member', forms: intakeForms },
  { name: 'Device Management', as: 'Member', forms: listForms },
  { name: 'Device detail', as: 'Member', forms: detailForms },
];
