import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen } from '@testing-library/react';
import { fetchQuickActions, QuickActions } from './quick-actions';

let menus = 0;
jest.mock('./quick-actions-menu', () => ({
  QuickActionsMenu: () => {
    menus += 1;
    return <p>its menu</p>;
  },
}));

test.each([
  ['pressed', (button: HTMLElement) => fireEvent.click(button)],
  ['asked for by keyboard', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'ArrowDown' })],
])('a row has no menu until it is %s, whatever else is done to its button', async (_, ask) => {
  menus = 0;
  render(<QuickActions device={{ barcodeNumber: 'CB-1' } as Device} user={{} as SignedInUser} className="" />);
  const button = screen.getByRole('button', { name: 'Quick actions for CB-1', expanded: false });
  fireEvent.focus(button);
  fireEvent.keyDown(button, { key: 'a' });
  fetchQuickActions();
  await import('./quick-actions-menu');
  expect(menus).toBe(0);
  ask(button);
  expect(await screen.findByText('its menu')).toBeTruthy();
});
