import { screen } from '@testing-library/react';
import { admin, member, openScreen } from '../../features/testing/open-screen';
import { DeviceStatTiles } from './device-stats';

async function tilesOf(user: typeof admin) {
  openScreen(<DeviceStatTiles role={user.role} />, {
    'GET stats': { intake: 1, inProgress: 0, completed: 1234, parts: 2 },
  });
  await screen.findByText('1 device');
  return screen.getAllByRole('group').map(({ textContent }) => textContent);
}

// proves s2.devices.tile-intake s2.devices.tile-in-progress s2.devices.tile-completed s2.devices.tile-deprovisioned
// proves s2.devices.tile-singular s2.devices.tile-plural
test("an Admin sees four counts, of which only one of one is of a 'device'", async () => {
  expect(await tilesOf(admin)).toEqual([
    'Intake1 device',
    'In Progress0 devices',
    'Completed1,234 devices',
    'Deprovisioned2 devices',
  ]);
});

// proves s6.tiles.completed-hidden s6.tiles.deprovisioned-hidden
test('a Member does not see how many devices are completed or deprovisioned', async () => {
  expect(await tilesOf(member)).toEqual(['Intake1 device', 'In Progress0 devices']);
});
