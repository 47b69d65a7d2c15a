import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { z } from 'zod';
import { draftSlice } from './drafts';
import { useForm } from './use-form';

const schema = z.object({ asset: z.string().trim().min(1, 'Asset Number is required') });
type Send = (parsed: { asset: string }) => Promise<void>;

interface FormProps {
  send: Send;
  onSent?: () => void;
  onFail?: (thrown: unknown) => void;
  asset?: string;
  reread?: () => Promise<{ asset: string }>;
  draftUntil?: 'left';
}

function Form({ send, onFail = () => undefined, asset = '', ...more }: FormProps) {
  const form = useForm({ schema, initial: { asset }, draft: 'test', onSubmit: send, onFail, ...more });
  return (
    <form aria-label="Form" onSubmit={(event) => void form.submit(event)}>
      <input
        aria-label="Asset"
        name="asset"
        aria-invalid={Boolean(form.errors.asset)}
        value={form.values.asset}
        onChange={({ target }) => form.set('asset', target.value)}
      />
      <span role="alert">{form.errors.asset ?? form.warnings.asset}</span>
      <output>{form.errors.asset ? 'wrong' : form.warnings.asset ? 'warned' : ''}</output>
      <button type="button" onClick={form.leave}>
        Leave
      </button>
    </form>
  );
}

const newStore = () => configureStore({ reducer: { drafts: draftSlice.reducer } });
function show(form: React.ReactNode, store = newStore()) {
  return render(<Provider store={store}>{form}</Provider>);
}
const type = (text: string) => fireEvent.change(screen.getByLabelText('Asset'), { target: { value: text } });
const submit = () => fireEvent.submit(screen.getByLabelText('Form'));

test('input that fails the schema is not sent; its field shows why and gets the focus', () => {
  const sent: string[] = [];
  show(<Form send={async ({ asset }) => void sent.push(asset)} />);
  submit();
  expect(screen.getByRole('alert').textContent).toBe('Asset Number is required');
  expect(screen.getByRole('status').textContent).toBe('wrong');
  expect(document.activeElement).toBe(screen.getByLabelText('Asset'));
  expect(sent).toEqual([]);
});

test('the form sends the value parsed by the schema, once however often it is submitted', async () => {
  const sent: string[] = [];
  let finish: () => void = () => undefined;
  const answer = new Promise<void>((resolve) => {
    finish = resolve;
  });
  show(
    <Form
      send={({ asset }) => {
        sent.push(asset);
        return answer;
      }}
    />,
  );
  type('  CB-1 ');
  submit();
  submit();
  finish();
  await waitFor(() => expect(sent).toEqual(['CB-1']));
});

test('an issue reported by the server is shown at its field', async () => {
  const issues = [{ path: 'asset', message: 'Asset number is taken' }];
  const refusal = Object.assign(new Error('400: …'), { status: 400, body: { message: 'Taken', issues } });
  show(<Form send={() => Promise.reject(refusal)} />);
  type('CB-1');
  submit();
  expect(await screen.findByText('Asset number is taken')).toBe(screen.getByRole('alert'));
});

test('any other failure is passed to onFail, and the text stays', async () => {
  const failures: unknown[] = [];
  show(<Form send={() => Promise.reject(new Error('away'))} onFail={(thrown) => failures.push(thrown)} />);
  type('CB-1');
  submit();
  await waitFor(() => expect(failures).toHaveLength(1));
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-1');
});

test('typed text is restored after the form was closed, until it has been sent', async () => {
  const store = newStore();
  const { unmount } = show(<Form send={async () => undefined} />, store);
  type('CB-77');
  unmount();
  show(<Form send={async () => undefined} />, store);
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-77');
  submit();
  await waitFor(() => expect(store.getState().drafts).toEqual({}));
});

test('a field that others changed while it was being typed in is sent only after its writer was told', async () => {
  const store = newStore();
  const sent: string[] = [];
  const shown = (asset: string) => (
    <Provider store={store}>
      <Form send={async (parsed) => void sent.push(parsed.asset)} asset={asset} />
    </Provider>
  );
  const { rerender } = render(shown('CB-1'));
  type('CB-1 mine');
  rerender(shown('CB-1 theirs'));
  type('CB-1 mine too');
  submit();
  const told = 'This has been changed to “CB-1 theirs” in the meantime. Save again to replace it.';
  expect(screen.getByRole('alert').textContent).toBe(told);
  expect(screen.getByRole('status').textContent).toBe('warned');
  expect(document.activeElement).toBe(screen.getByLabelText('Asset'));
  rerender(shown(''));
  submit();
  expect(screen.getByRole('alert').textContent).toBe(
    'This has been emptied in the meantime. Save again to keep yours.',
  );
  expect(sent).toEqual([]);
  submit();
  await waitFor(() => expect(sent).toEqual(['CB-1 mine too']));
  type('CB-2');
  rerender(shown('CB-2'));
  submit();
  await waitFor(() => expect(sent).toEqual(['CB-1 mine too', 'CB-2']));
});

test('what the server refuses to replace unseen is read and quoted, and sent after another save', async () => {
  const issues = [{ path: 'asset', message: 'This has been changed in the meantime' }];
  const refusal = { status: 409, message: '409: …', body: { type: 'changed_meanwhile', message: 'Changed', issues } };
  const refusals: unknown[] = [refusal, refusal];
  const failures: unknown[] = [];
  const readings = [Promise.reject(new Error('away')), Promise.resolve({ asset: 'CB-1 theirs' })];
  const send = async () => {
    const refused = refusals.shift();
    if (refused) throw refused as Error;
  };
  const form = (asset: string) => (
    <Provider store={store}>
      <Form
        send={send}
        asset={asset}
        reread={() => readings.shift() as Promise<{ asset: string }>}
        onFail={(thrown) => failures.push(thrown)}
      />
    </Provider>
  );
  const store = newStore();
  const { rerender } = render(form('CB-1'));
  type('CB-1 mine');
  submit();
  expect(await screen.findByText('This has been changed in the meantime')).toBe(screen.getByRole('alert'));
  submit();
  await screen.findByText('This has been changed to “CB-1 theirs” in the meantime. Save again to replace it.');
  expect([screen.getByRole('status').textContent, failures]).toEqual(['warned', []]);
  rerender(form('CB-1 theirs'));
  submit();
  await waitFor(() => expect(store.getState().drafts).toEqual({}));
});

test('a field follows its initial value until the user types', () => {
  const store = newStore();
  const shown = (asset: string) => (
    <Provider store={store}>
      <Form send={async () => undefined} asset={asset} />
    </Provider>
  );
  const { rerender } = render(shown('CB-1'));
  rerender(shown('CB-2'));
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-2');
  type('CB-3');
  rerender(shown('CB-4'));
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-3');
});

test('a sent form follows its initial values again, but keeps text typed while it was being sent', async () => {
  const store = newStore();
  let finish: () => void = () => undefined;
  const send = () => new Promise<void>((resolve) => (finish = resolve));
  const shown = (asset: string) => (
    <Provider store={store}>
      <Form send={send} asset={asset} />
    </Provider>
  );
  const { rerender } = render(shown('CB-1'));
  type(' CB-2 ');
  submit();
  rerender(shown('CB-2'));
  await act(async () => finish());
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-2');
  rerender(shown('CB-3'));
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-3');
  type('CB-4');
  submit();
  type('CB-45');
  await act(async () => finish());
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-45');
  expect(store.getState().drafts).toEqual({ test: { asset: 'CB-45' } });
  rerender(shown('CB-4'));
  submit();
  expect(screen.getByRole('alert').textContent).toBe('');
});

test("a form with draftUntil 'left' drops its text once the user leaves it by choice", () => {
  const store = newStore();
  const { unmount } = show(<Form send={async () => undefined} draftUntil="left" />, store);
  type('CB-77');
  unmount();
  const again = show(<Form send={async () => undefined} draftUntil="left" />, store);
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', 'CB-77');
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  again.unmount();
  show(<Form send={async () => undefined} draftUntil="left" />, store);
  expect(screen.getByLabelText('Asset')).toHaveProperty('value', '');
});

describe('a form that is closed while it is being sent', () => {
  /** Sends 'CB-1' and closes the form while the call is under way; the next one takes its place. */
  function closeWhileSending() {
    const kept = newStore();
    const sending = Promise.withResolvers<void>();
    let closed = 0;
    const failures: unknown[] = [];
    const form = (
      <Form send={() => sending.promise} onSent={() => (closed += 1)} onFail={(thrown) => failures.push(thrown)} />
    );
    const first = show(form, kept);
    type('CB-1');
    submit();
    first.unmount();
    show(form, kept);
    return { ...sending, closed: () => closed, failures, drafts: () => kept.getState().drafts };
  }
  const field = () => screen.getByLabelText('Asset');

  test('opens empty again, and keeps text typed there when the first send succeeds', async () => {
    const left = closeWhileSending();
    expect(field()).toHaveProperty('value', '');
    type('CB-2');
    await act(async () => left.resolve());
    expect(field()).toHaveProperty('value', 'CB-2');
    expect(left.drafts()).toEqual({ test: { asset: 'CB-2' } });
    expect(left.closed()).toBe(0);
  });

  test('gets its text back if the send fails', async () => {
    const left = closeWhileSending();
    await act(async () => left.reject(new Error('away')));
    expect(left.failures).toHaveLength(1);
    expect(left.drafts()).toEqual({ test: { asset: 'CB-1' } });
  });

  test('keeps newer text instead if the send fails', async () => {
    const left = closeWhileSending();
    type('CB-2');
    await act(async () => left.reject(new Error('away')));
    expect(left.drafts()).toEqual({ test: { asset: 'CB-2' } });
  });
});

test('a form that is still open when it has been sent calls onSent', async () => {
  let closed = 0;
  show(<Form send={async () => undefined} onSent={() => (closed += 1)} />);
  type('CB-1');
  submit();
  await waitFor(() => expect(closed).toBe(1));
});
