import { configureStore } from '@reduxjs/toolkit';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { liveSlice } from '../../live/live-slice';
import { DeviceRow } from './device-row';

let drawn: string[] = [];
jest.mock('../../components/text/person-avatar', () => ({
  PersonAvatar: ({ person }: { person: string }) => {
    drawn.push(person);
    return null;
  },
}));
jest.mock('./quick-actions', () => ({ QuickActions: () => null }));

test('a row is rendered again only if its device has changed', () => {
  const store = configureStore({ reducer: { live: liveSlice.reducer } });
  const user = {} as SignedInUser;
  const looks = { status: 'INTAKE', highestPriority: 'Medium', updatedAt: '2026-03-10T12:00:00.000Z' };
  const device = { id: '1', barcodeNumber: 'CB-1', assignedTo: 'Ada', latestIssue: '', model: '', ...looks } as Device;
  const page = (shown: Device) => (
    <Provider store={store}>
      <MemoryRouter>
        <DeviceRow device={shown} user={user} />
      </MemoryRouter>
    </Provider>
  );
  const { rerender } = render(page(device));
  drawn = [];
  rerender(page({ ...device }));
  expect(drawn).toEqual([]);
  rerender(page({ ...device, assignedTo: 'Grace' }));
  expect(drawn).toEqual(['Grace']);
});
