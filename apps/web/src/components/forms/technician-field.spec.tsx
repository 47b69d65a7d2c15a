import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { TechnicianField } from './technician-field';

/** The field, whose request for users is answered with this status and these users. */
function fieldOnceAnswered(status: number, technician = '', users: object[] = []) {
  const text = async () => JSON.stringify(users);
  const answered = { ok: status < 400, status, headers: { get: () => null }, text };
  globalThis.fetch = (async () => answered) as unknown as typeof fetch;
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  const form = { values: { technician }, errors: {}, set: () => undefined };
  render(
    <Provider store={store}>
      <TechnicianField form={form} name="technician" label="Technician" />
    </Provider>,
  );
  return (description: string) => screen.findByRole('combobox', { name: 'Technician', description });
}

test('a failed fetch of the users is reported at the field, which stays valid', async () => {
  const field = await fieldOnceAnswered(503)('Failed to fetch users');
  expect(field.matches('[aria-invalid="true"]')).toBe(false);
});

test.each([200, 503])(
  'the chosen technician stays an option if the list of users lacks them (answer %i)',
  async (status) => {
    const field = await fieldOnceAnswered(status, 'tess@school.example')(status === 200 ? '' : 'Failed to fetch users');
    expect([...(field as HTMLSelectElement).selectedOptions].map(({ text }) => text)).toEqual(['tess@school.example']);
  },
);

test('the field shows no message once the users are fetched', async () => {
  fieldOnceAnswered(200, '', [{ id: 'u1', email: 'tess@school.example', name: 'Tess' }]);
  await screen.findByRole('option', { name: 'Tess' });
  expect(screen.getByRole('combobox', { name: 'Technician' }).getAttribute('aria-describedby')).toBeNull();
  expect(screen.queryByText('Failed to fetch users')).toBeNull();
});

test('two technicians of the same name are told apart by their emails', async () => {
  const lee = (id: string) => ({ id, email: `${id}@school.example`, name: 'Chris Lee' });
  const ada = { id: 'ada', email: 'ada@school.example', name: 'Ada' };
  fieldOnceAnswered(200, '', [lee('c1'), ada, lee('c2')]);
  await screen.findByRole('option', { name: 'Ada' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Unassigned',
    'Chris Lee · c1@school.example',
    'Ada',
    'Chris Lee · c2@school.example',
  ]);
});
