import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { member } from '../../features/testing/open-screen';
import { openPage } from '../testing/open-page';

jest.setTimeout(60_000);

/** As a scanner does: one key after the other, wherever the focus is, without waiting for the page. */
function scan(keys: string): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    const isTaken = !fireEvent.keyDown(target, { key: key === '\n' ? 'Enter' : key });
    if (isTaken || !(target instanceof HTMLInputElement) || key === '\n') continue;
    fireEvent.change(target, { target: { value: target.value + key } });
  }
}

const assetNumber = () => screen.findByLabelText<HTMLInputElement>(/^Asset Number/u);
const closeWithEscape = async () => {
  fireEvent.keyDown(await assetNumber(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('a number scanned right after the key arrives in full, though the dialog is fetched first, and moves to the school', async () => {
  await openPage('/profile', member);
  await screen.findByRole('heading', { name: 'Profile Settings' });
  scan('/001234591311D554\n');
  await waitFor(async () => expect((await assetNumber()).value).toBe('001234591311D554'));
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('school'));

  await closeWithEscape();
  scan('/554');
  await waitFor(async () => expect((await assetNumber()).value).toBe('554'));
});

test('what Escape left is gone the next time', async () => {
  await openPage('/profile', member);
  await screen.findByRole('heading', { name: 'Profile Settings' });
  scan('/CB-1');
  await waitFor(async () => expect((await assetNumber()).value).toBe('CB-1'));
  await closeWithEscape();
  act(() => scan('/'));
  expect((await assetNumber()).value).toBe('');
});
