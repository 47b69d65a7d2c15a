import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { z } from 'zod';
import { draftSlice } from '../forms/drafts';
import { TextField } from '../forms/fields';
import { FormDialog } from './form-dialog';
import { useForm } from '../forms/use-form';

interface AskProps {
  send: () => Promise<void>;
  blocked?: boolean;
}

function Ask({ send, blocked }: AskProps) {
  const form = useForm({ schema: z.object({}), initial: {}, onSubmit: send, onFail: () => undefined });
  return (
    <FormDialog
      title="Ask"
      submit="Send"
      pendingSubmit="Sending..."
      form={form}
      blocked={blocked}
      onClose={() => undefined}
    >
      Nothing to fill in
    </FormDialog>
  );
}

function open(props: AskProps) {
  const store = configureStore({ reducer: { drafts: draftSlice.reducer } });
  render(
    <Provider store={store}>
      <Ask {...props} />
    </Provider>,
  );
}
const button = () => screen.getByRole('button', { name: /^Send/u });

test('the submit button keeps the focus while the form is being sent, and sends it only once', async () => {
  let sent = 0;
  let fail: () => void = () => undefined;
  open({
    send: () => {
      sent += 1;
      return new Promise((_, reject) => (fail = reject));
    },
  });
  button().focus();
  fireEvent.click(button());
  expect(button().textContent).toBe('Sending...');
  expect(button().matches('[aria-disabled="true"]:enabled')).toBe(true);
  fireEvent.click(button());
  await act(async () => fail());
  expect(button().textContent).toBe('Send');
  expect(document.activeElement).toBe(button());
  expect(sent).toBe(1);
});

test('a blocked form is not sent', () => {
  let sent = 0;
  open({ send: async () => void (sent += 1), blocked: true });
  fireEvent.click(button());
  expect(sent).toBe(0);
});

function Scan() {
  const form = useForm({
    schema: z.object({}),
    initial: { asset: 'CB-1042' },
    onSubmit: async () => undefined,
    onFail: () => undefined,
  });
  return (
    <FormDialog title="Scan" submit="Send" pendingSubmit="Sending..." form={form} onClose={() => undefined}>
      <TextField form={form} name="asset" label="Asset Number" scanned />
    </FormDialog>
  );
}

test('a scan field opens with its text selected, so that a scan replaces it', () => {
  render(
    <Provider store={configureStore({ reducer: { drafts: draftSlice.reducer } })}>
      <Scan />
    </Provider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Asset Number');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'CB-1042'.length]);
});
