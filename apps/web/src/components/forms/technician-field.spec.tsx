import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { TechnicianField } from './technician-field';

/** The field after the request for users was answered with this status. */
function fieldOnceAnswered(status: number, technician = '') {
  const answered = { ok: status < 400, status, headers: { get: () => null }, text: async () => '[]' };
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

test('users that could not be fetched are told of at the field, which stays as good as it is', async () => {
  const field = await fieldOnceAnswered(503)('Failed to fetch users');
  expect(field.matches('[aria-invalid="true"]')).toBe(false);
});

test.each([200, 503])(
  'who is chosen is among the options also where no list has them, as after an answer %i',
  async (status) => {
    const field = await fieldOnceAnswered(status, 'tess@school.example')(status === 200 ? '' : 'Failed to fetch users');
    expect([...(field as HTMLSelectElement).selectedOptions].map(({ text }) => text)).toEqual(['tess@school.example']);
  },
);

test('of users that were fetched nothing is told', async () => {
  await fieldOnceAnswered(200)('');
});
