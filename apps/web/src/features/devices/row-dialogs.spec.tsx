import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { DevicePage } from './live-list/list-api';
import { toastSlice } from '../../components/toasts/toast-slice';
import { RowDialogs, useRowDialogs, type RowDialog } from './row-dialogs';

const Dialog: RowDialog = ({ device, onClose }) => (
  <div role="dialog">
    {device.latestIssue}
    <button onClick={onClose}>Close</button>
  </div>
);

const device = { id: 'd1', barcodeNumber: 'CB-1', latestIssue: 'Hinge' } as Device;
const page = (...items: Device[]) => ({ items }) as DevicePage;

function Row() {
  const open = useRowDialogs();
  return <button onClick={() => open(device, Dialog)}>Complete</button>;
}

function show(listed: Device[], row: boolean) {
  return (
    <Provider store={configureStore({ reducer: { toast: toastSlice.reducer } })}>
      <RowDialogs user={{} as SignedInUser} pages={[page(...listed)]}>
        {row && <Row />}
      </RowDialogs>
    </Provider>
  );
}

test('a dialog outlives its row, and shows changes by others, then the device as last seen', async () => {
  const { rerender } = render(show([device], true));
  fireEvent.click(screen.getByRole('button', { name: 'Complete' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Hinge');
  rerender(show([{ ...device, latestIssue: 'Keys' }], false));
  expect(screen.getByRole('dialog').textContent).toContain('Keys');
  rerender(show([], false));
  expect(screen.getByRole('dialog').textContent).toContain('Keys');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
