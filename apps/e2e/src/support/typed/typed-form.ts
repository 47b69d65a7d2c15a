import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from '../api';
import type { Colleague } from '../api-journey';
import { failure } from '../ui-journey';

/** Who fills the form in, and as whom things are made ready for it. */
export interface Desk {
  page: Page;
  /** Who is signed in on the page, or is about to be. */
  person: Colleague;
  admin: Api;
}

/** What is typed into a field, or chosen, or, where it is true, checked. */
export type Typed = Record<string, string | true>;

export interface OpenForm {
  /** The dialog, card or row that the fields and buttons are in. */
  form: Locator;
  /** By the beginning of each field's label. */
  typed: Typed;
  /** What is to be done once everything is typed. */
  ready?: () => Promise<void>;
  submit: string;
  /** How the form tells what went wrong, where that is not the toast 'Error'. */
  said?: (page: Page, message: string) => Locator;
  /** What shows that the call went through. */
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

/** The failure was told, all of what was typed is there, and it can be sent again. */
export async function expectKept(page: Page, opened: OpenForm, message: string): Promise<void> {
  const { form, said = failure } = opened;
  await expect(said(page, message)).toBeVisible();
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
