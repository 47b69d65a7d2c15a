import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../api';
import type { Colleague } from '../api-journey';
import { failure } from '../ui-journey';

/** The page on which a form is filled in, the person who does so, and who prepares the data for it. */
export interface Desk {
  page: Page;
  /** The person who is signed in on the page, or is about to be. */
  person: Colleague;
  admin: Api;
}

/** The text to type into a field or the option to choose; `true` checks a box. */
export type Typed = Record<string, string | true>;

export interface OpenForm {
  /** The dialog, card or row that contains the fields and buttons. */
  form: Locator;
  /** By the beginning of each field's label. */
  typed: Typed;
  /** Runs once everything is typed. */
  ready?: () => Promise<void>;
  submit: string;
  /** Where the form shows an error message, if not in the toast 'Error'. */
  errorShown?: (page: Page, message: string) => Locator;
  /** Visible once the call has succeeded. */
  done: Locator;
}

/** The forms of one screen. */
export interface TypingScreen {
  name: string;
  as: 'nobody' | 'Member' | 'Admin';
  forms: readonly TypedForm[];
}

export interface TypedForm {
  name: string;
  open: (desk: Desk) => Promise<OpenForm>;
}

const fieldOf = (form: Locator, label: string) => form.getByLabel(new RegExp(`^${label}`, 'u'));

export async function typeInto({ form, typed, ready }: OpenForm): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    const field = fieldOf(form, label);
    if (value === true) await field.check();
    else if (await field.evaluate((element) => element.matches('select'))) await field.selectOption(value);
    else await field.fill(value);
  }
  await ready?.();
}

export const submit = ({ form, submit: text }: OpenForm): Promise<void> =>
  form.getByRole('button', { name: text, exact: true }).click();

/** Expects the failure to be shown, all typed text to be there, and the form to be ready to send again. */
export async function expectKept(page: Page, opened: OpenForm, message: string): Promise<void> {
  const { form, errorShown = failure } = opened;
  await expect(errorShown(page, message)).toBeVisible();
  await expectTyped(opened);
  await expect(form.getByRole('button', { name: opened.submit, exact: true })).toBeEnabled();
}

export async function expectTyped({ form, typed }: Pick<OpenForm, 'form' | 'typed'>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    const field = fieldOf(form, label);
    await expect(field).toBeVisible();
    if (value === true) await expect(field).toBeChecked();
    else await expect(field).toHaveValue(value);
  }
}
