import { act, renderHook, waitFor } from '@testing-library/react';
import type { FormEvent, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { openFormStore } from '../testing/form-store';
import { ROWS_A_CALL } from './bulk';
import { useBulkIntake } from './use-bulk-intake';

const assets = Array.from({ length: ROWS_A_CALL + 2 }, (_, index) => `CB-${index}`);

/** Takes in every row except the refused ones. A call whose first row is in `lost` gets no answer. */
function openBulk(refused: readonly string[] = [], onDone = () => {}) {
  const calls: string[][] = [];
  const lost = new Set<string | undefined>();
  const answering = Promise.withResolvers<void>();
  const { store } = openFormStore(async (_url, given) => {
    const { devices = [] } = (given ?? {}) as { devices?: { barcodeNumber: string }[] };
    const numbers = devices.map(({ barcodeNumber }) => barcodeNumber);
    if (numbers.length > 0) {
      calls.push(numbers);
      await answering.promise;
      if (lost.has(numbers[0])) throw new TypeError('Failed to fetch');
    }
    return {
      csrfToken: 'token',
      results: numbers.map((barcodeNumber) =>
        refused.includes(barcodeNumber) ? { barcodeNumber, ok: false, message: 'No' } : { barcodeNumber, ok: true },
      ),
    };
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const open = () => {
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
    return { result, unmount, submit, parse, begin };
  };
  return { ...open(), open, store, calls, lost, answer: answering.resolve };
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

describe('after a call without an answer', () => {
  const unanswered = assets.slice(ROWS_A_CALL);
  const typed = assets.join('\n');

  test('the next attempt begins with the same call, so that rows it has added are not refused', async () => {
    const { result, calls, lost, answer, submit, parse } = openBulk(['CB-0']);
    lost.add(unanswered[0]);
    parse(typed);
    answer();
    await act(submit);
    expect(calls.splice(0)).toEqual([assets.slice(0, ROWS_A_CALL), unanswered, unanswered]);
    expect(result.current.form.values.text).toBe(['CB-0', ...unanswered].join('\n'));
    expect(result.current.parsed).toEqual(['CB-0', ...unanswered]);
    lost.clear();
    await act(submit);
    expect(calls.splice(0)).toEqual([unanswered, ['CB-0']]);
    expect(result.current.results.filter(({ ok }) => ok).map(({ barcodeNumber }) => barcodeNumber)).toEqual(unanswered);
    expect(result.current.form.values.text).toBe('CB-0');
    parse(['CB-0', unanswered[1]].join('\n'));
    await act(submit);
    expect(calls).toEqual([['CB-0', unanswered[1]]]);
  });

  test('rows typed since then follow it in a call of their own', async () => {
    const { calls, lost, answer, submit, parse } = openBulk();
    lost.add('CB-1');
    parse('CB-1\nCB-2');
    answer();
    await act(submit);
    lost.clear();
    parse('CB-3\nCB-1\nCB-2');
    await act(submit);
    expect(calls).toEqual([['CB-1', 'CB-2'], ['CB-1', 'CB-2'], ['CB-1', 'CB-2'], ['CB-3']]);
  });

  test('a form opened anew begins with the same call too', async () => {
    const { open, unmount, store, calls, lost, answer, begin } = openBulk();
    lost.add('CB-0');
    await begin('CB-0\nCB-1');
    unmount();
    answer();
    await waitFor(() => expect(store.getState().drafts).toHaveProperty('bulk-intake.failed'));
    lost.clear();
    const again = open();
    again.parse('CB-0\nCB-1\nCB-2');
    await act(again.submit);
    expect(calls.slice(2)).toEqual([['CB-0', 'CB-1'], ['CB-2']]);
  });
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
