import type { SignedInUser } from '@repairline/contracts/identity/views';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { openFormStore } from '../testing/form-store';
import { ROWS_A_CALL } from './bulk';
import { IntakeDialog } from './intake-dialog';

const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;
const school = { code: 'SHS', name: 'South High', level: 'HS', aliases: [] };

/** Opens the dialog; the server answers the calls of an import once `answer` is called. */
function openIntake() {
  const answering = Promise.withResolvers<void>();
  const imported: string[] = [];
  const { store } = openFormStore(async (url, given) => {
    if (url === '/api/district') return { schools: [school] };
    if (url === '/api/users') return [user];
    const { devices } = (given ?? {}) as { devices?: { barcodeNumber: string }[] };
    if (!devices) return { csrfToken: 'token', barcodeNumber: 'CB-ALONE' };
    await answering.promise;
    imported.push(...devices.map(({ barcodeNumber }) => barcodeNumber));
    return { results: devices.map(({ barcodeNumber }) => ({ barcodeNumber, ok: true })) };
  });
  let closed = false;
  function Opened() {
    return closed ? null : <IntakeDialog user={user} onClose={close} />;
  }
  const page = () => (
    <Provider store={store}>
      <MemoryRouter>
        <Opened />
      </MemoryRouter>
    </Provider>
  );
  const close = () => {
    closed = true;
    rerender(page());
  };
  const { rerender } = render(page());
  return { imported, answer: answering.resolve, isClosed: () => closed, toast: () => store.getState().toast?.title };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const chooseSchool = async () => {
  await screen.findByRole('option', { name: /South High/u });
  type(/^School/u, 'SHS');
};

const manyAssets = Array.from({ length: ROWS_A_CALL + 1 }, (_, index) => `CB-${index}`);

async function startImport(assets: readonly string[]) {
  choose('Bulk Import');
  await chooseSchool();
  type(/^Asset Numbers/u, assets.join('\n'));
  press('Parse Assets');
  press(`Add ${assets.length} to Intake`);
}

test('the end of an import leaves the dialog open for the device that is being typed in', async () => {
  const { answer, isClosed, toast } = openIntake();
  await startImport(manyAssets);
  choose('Single Device');
  type(/^Asset Number/u, 'CB-ALONE');
  await act(async () => answer());
  await waitFor(() => expect(toast()).toBe(`${manyAssets.length} devices added to intake successfully`));
  expect(isClosed()).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>(/^Asset Number/u).value).toBe('CB-ALONE');
});

test('a device added during an import empties its form for the next one, and the import goes on', async () => {
  const { imported, answer, isClosed, toast } = openIntake();
  await startImport(manyAssets);

  choose('Single Device');
  type(/^Asset Number/u, 'CB-ALONE');
  await chooseSchool();
  screen.getByRole('button', { name: 'Add to Intake' }).focus();
  press('Add to Intake');
  await waitFor(() => expect(toast()).toBe('Device added to intake successfully'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Asset Number/u)));
  expect(screen.getByLabelText<HTMLInputElement>(/^Asset Number/u).value).toBe('');
  expect(isClosed()).toBe(false);

  await act(async () => answer());
  await waitFor(() => expect(toast()).toBe(`${manyAssets.length} devices added to intake successfully`));
  expect(imported).toEqual(manyAssets);
  expect(isClosed()).toBe(true);
});
