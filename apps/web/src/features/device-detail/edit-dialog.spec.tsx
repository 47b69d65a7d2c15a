import { configureStore } from '@reduxjs/toolkit';
import { builtInSchools, type School } from '@repairline/contracts/district';
import type { Device } from '@repairline/contracts/repairs/views';
import { configure, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { api } from '../../api/api';
import { draftSlice } from '../../components/forms/draft-slice';
import { EditDialog } from './edit-dialog';

// Fields as large as these take a while to be laid out where there is no browser.
configure({ asyncUtilTimeout: 20_000 });
jest.setTimeout(40_000);

const device: Device = {
  ...{ id: 'd1', barcodeNumber: 'CB-1', school: 'N/A', model: '', status: 'INTAKE', priority: 'Low', assignedTo: '' },
  ...{ assigneeId: null, studentName: null, initialIssue: '', notes: '', billingNotes: '', latestIssue: '' },
  ...{ createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z', highestPriority: 'High' },
};

function answerWith(schools: School[]) {
  const answers: Record<string, unknown> = { '/api/district': { schools }, '/api/users': [] };
  globalThis.fetch = ((url: string) =>
    Promise.resolve({
      ...{ ok: true, status: 200, headers: { get: () => null } },
      text: () => Promise.resolve(JSON.stringify(answers[url])),
    })) as unknown as typeof fetch;
}

async function schoolField(schools: School[]): Promise<HTMLSelectElement> {
  answerWith(schools);
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, drafts: draftSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <EditDialog device={device} onClose={() => undefined} />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByRole('option', { name: new RegExp(schools[0]?.name ?? '', 'u') });
  return screen.getByLabelText(/^School/u);
}

const own: School[] = [
  { code: 'N/A', name: 'Nowhere', level: 'NA', aliases: [] },
  { code: 'EHS', name: 'East High', level: 'HS', aliases: ['East'] },
];

test.each([
  ['the five built in', builtInSchools],
  ["a district's own", own],
])('a device can be moved to the schools of the directory alone: %s [s5.edit.school-codes]', async (_, schools) => {
  const field = await schoolField(schools);
  expect([...field.options].map(({ value }) => value)).toEqual(schools.map(({ code }) => code));
  expect(field.value).toBe('N/A');
});

test('a school that the directory has no longer stays until another is chosen', async () => {
  const [, east] = own;
  const field = await schoolField(east ? [east] : []);
  expect([...field.options].map(({ value }) => value)).toEqual(['EHS', 'N/A']);
  expect(field.value).toBe('N/A');
});

test('the priority is the one that is shown elsewhere, so that it can be lowered to what the device had of its own', async () => {
  await schoolField(own);
  expect(screen.getByLabelText<HTMLSelectElement>(/^Priority/u).value).toBe('High');
});
