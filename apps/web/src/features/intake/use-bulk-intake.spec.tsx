import { act, renderHook, waitFor } from '@testing-library/react';
import type { FormEvent, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { openFormStore } from '../testing/form-store';
import { ROWS_A_CALL } from './bulk';
import { useBulkIntake } from './use-bulk-intake';

const assets = Array.from({ length: ROWS_A_CALL + 2 }, (_, index) => `CB-${index}`);

/** Takes in every row except the refused ones. */
function openBulk(refused: readonly string[] = [], onDone = () => {}) {
  const calls: string[][] = [];
  const answering = Promise.withResolvers<void>();
  const { store } = openFormStore(async (_url, given) => {
    const { devices = [] } = (given ?? {}) as { devices?: { barcodeNumber: string }[] };
    const numbers = devices.map(({ barcodeNumber }) => barcodeNumber);
    if (numbers.length > 0) {
      calls.push(numbers);
      await answering.promise;
    }
    return {
      csrfToken: 'token',
      results: numbers.map((barcodeNumber) =>
        refused.includes(barcodeNumber) ? { barcodeNumber, ok: false, message: 'No' } : { barcodeNumber, ok: true },
      ),
    };
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result, unmount } = renderHook(() => useBulkIntake(onDone), { wrapper });
  const event = { preventDefault() {}, stopPropagation() {}, currentTarget: document.createElement('form') };
  const submit = () => result.current.form.submit(event as unknown as FormEvent<HTMLFormElement>);
  const parse = (text: string) => {
    act(() => result.current.form.set('school', 'SHS'));
    act(() => result.current.type(text));
    act(() => result.current.parse());
  };
  /** Resolves once the import's first call is under way. */
  const begin = async (text: string) => {
    parse(text);
    act(() => void submit());
    await waitFor(() => expect(calls).toHaveLength(1));
  };
  return { store, result, unmount, calls, answer: answering.resolve, submit, parse, begin };
}

test('leaving an import stops it after the current call and keeps the remaining rows as a draft', async () => {
  const { store, unmount, calls, answer, begin } = openBulk();
  await begin(assets.join('\n'));
  unmount();
  expect(store.getState().drafts).toEqual({});
  answer();
  await waitFor(() =>
    expect(store.getState().drafts).toEqual({
      'bulk-intake': { school: 'SHS', text: assets.slice(ROWS_A_CALL).join('\n') },
    }),
  );
  expect(calls).toEqual([assets.slice(0, ROWS_A_CALL)]);
  expect(store.getState().toast).toMatchObject({ title: 'Partial Success: 200 devices added successfully, 2 failed' });
});

test('text typed during an import stays, together with the rows that were refused', async () => {
  const { result, answer, begin } = openBulk(['CB-2']);
  await begin('CB-1\nCB-2');
  act(() => result.current.type('CB-1\nCB-2\nCB-3'));
  act(() => result.current.form.set('model', 'Dell 3100'));
  expect(result.current.progress).toEqual({ through: 0, of: 2 });
  answer();
  await waitFor(() => expect(result.current.results).toHaveLength(2));
  expect(result.current.form.values).toMatchObject({ school: 'SHS', model: 'Dell 3100', text: 'CB-2\nCB-3' });
  expect(result.current.parsed).toEqual([]);
});

test('repeated rows are sent once, and the next attempt sends only the refused rows', async () => {
  const { result, calls, answer, submit, parse } = openBulk(['CB-2']);
  parse('CB-1\nCB-2\nCB-1\ncb-1');
  expect(result.current.repeated).toBe(2);
  answer();
  await act(submit);
  expect(calls).toEqual([['CB-1', 'CB-2']]);
  expect(result.current.form.values.text).toBe('CB-2');
  expect(result.current.parsed).toEqual(['CB-2']);
  await act(submit);
  expect(calls).toEqual([['CB-1', 'CB-2'], ['CB-2']]);
});

test('a number scanned during an import that succeeds stays alone in the form, which stays open', async () => {
  const done = jest.fn();
  const { result, answer, begin } = openBulk([], done);
  await begin('CB-1\nCB-2');
  act(() => result.current.type('CB-1\nCB-2\nCB-3'));
  answer();
  await waitFor(() => expect(result.current.form.values.text).toBe('CB-3'));
  expect(result.current.form.values.school).toBe('SHS');
  expect(done).not.toHaveBeenCalled();
});

test('an import that succeeds ends with an empty form, even if its numbers were typed once more', async () => {
  const done = jest.fn();
  const { store, result, answer, begin } = openBulk([], done);
  await begin('CB-1');
  act(() => result.current.type('CB-1\n'));
  answer();
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
  expect(store.getState().drafts).toEqual({});
});
