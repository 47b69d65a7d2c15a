import { screen, within } from '@testing-library/react';
import type { School } from '@repairline/contracts/district';
import { DeviceManagement } from '../../app/device-management';
import { EditDialog } from '../../features/device-detail/edit-dialog';
import { StartWorkDialog } from '../../features/device-detail/start-work-dialog';
import { IntakeDialog } from '../../features/intake/intake-dialog';
import { QuickIntakeDialog } from '../../features/intake/quick-intake-dialog';
import { deviceWith } from '../../features/testing/device';
import { member, openScreen } from '../../features/testing/open-screen';

jest.setTimeout(60_000);

const schools: School[] = [
  { code: 'EHS', name: 'East High', level: 'HS', aliases: [] },
  { code: 'N/A', name: 'N/A', level: 'NA', aliases: [] },
];
const device = deviceWith({ school: 'N/A' });
const onClose = () => undefined;

// proves d.schools.one-directory d.schools.quick-intake-own-directory
test.each([
  ['the filter', <DeviceManagement user={member} />, ['ALL']],
  ['Add to Intake', <IntakeDialog user={member} onClose={onClose} />, ['']],
  ['Quick Intake', <QuickIntakeDialog user={member} onClose={onClose} />, []],
  ['Edit Device', <EditDialog device={device} onClose={onClose} />, []],
  ['Start Work', <StartWorkDialog device={device} user={member} onClose={onClose} />, ['']],
])("%s offers the district's own schools", async (_, form, first) => {
  openScreen(form, { 'GET district': { schools }, 'GET devices': [] });
  const field = await screen.findByLabelText<HTMLSelectElement>(/^School/u);
  await within(field).findByText(/East High/u);
  expect([...field.options].map(({ value }) => value)).toEqual([...first, 'EHS', 'N/A']);
});
