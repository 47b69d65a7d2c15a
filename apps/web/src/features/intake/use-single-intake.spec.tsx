import type { SignedInUser } from '@repairline/contracts/identity/views';
import { act, renderHook } from '@testing-library/react';
import type { FormEvent, ReactNode } from 'react';
import { Provider } from 'react-redux';
import { openFormStore, Refusal } from '../testing/form-store';
import { useSingleIntake } from './use-single-intake';

const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;

/** Takes in a device whose first entry is refused with that message. Returns the text of the toast. */
async function toastWhenEntryIsRefused(message: string) {
  const { store } = openFormStore((url) =>
    url.endsWith('/logs') ? new Refusal(message) : { csrfToken: 'token', barcodeNumber: 'CB-1' },
  );
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useSingleIntake(user, () => undefined), { wrapper });
  act(() => result.current.form.set('barcodeNumber', 'CB-1'));
  act(() => result.current.form.set('school', 'SHS'));
  act(() => result.current.form.set('initialIssue', 'Hinge'));
  const event = { preventDefault() {}, stopPropagation() {}, currentTarget: document.createElement('form') };
  await act(() => result.current.form.submit(event as unknown as FormEvent<HTMLFormElement>));
  return store.getState().toast;
}

test.each([
  ['Too many entries', 'Too many entries'],
  ['', 'Failed to create repair log'],
])('if the device is added but its first entry is refused, the toast says why: %j', async (message, reason) => {
  expect(await toastWhenEntryIsRefused(message)).toMatchObject({
    title: 'Error',
    body: `Device added to intake, but: ${reason}`,
  });
});
