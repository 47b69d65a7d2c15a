import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Api, openApi } from './api';
import { firstAdmin } from './stack';

export interface Person {
  email: string;
  password: string;
}

export const theFirstAdmin: Person = firstAdmin;

/** A new, unique person, so that parallel journeys never use the same account. */
export function newPerson(name = 'tech'): Person {
  return { email: `${name}-${randomUUID().slice(0, 8)}@school.example`, password: `a long one ${randomUUID()}` };
}

/** The first sign-in creates a pending account; the Admin approves it. */
export async function createApprovedUser(asAdmin: Api, baseURL: string, person = newPerson()): Promise<Person> {
  const own = await openApi(baseURL);
  try {
    const first = await own.signIn(person.email, person.password);
    expect(first).toMatchObject({ status: 403, body: { type: 'pending_approval', email: person.email } });
  } finally {
    await own.close();
  }
  await decideApproval(asAdmin, person, true);
  return person;
}

/** Approves; with `false`, revokes or denies. */
export async function decideApproval(asAdmin: Api, { email }: Person, approved: boolean): Promise<void> {
  const { body: users } = await asAdmin.get<{ id: string; email: string }[]>('/api/admin/users');
  const userId = users.find((user) => user.email === email)?.id;
  expect(userId, `${email} among the users`).toBeDefined();
  const { status, body } = await asAdmin.post('/api/admin/users/approve', { userId, approved });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Fills in the login screen and waits for Device Management. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await enterCredentials(page, person);
  await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();
}

export async function enterCredentials(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
