import { Button } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import { Toolbox20Regular } from '@fluentui/react-icons/svg/toolbox';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useCallback, useState } from 'react';
import { DeviceStatTiles } from '../components/device/device-stats';
import { lateDialog } from '../components/late/late-part';
import { LinkButton } from '../components/page/link-button';
import { Page, PageHead } from '../components/page/page';
import { SessionNote } from '../components/page/session-note';
import { RecentActivity } from '../features/activity/recent-activity';
import { DeviceBrowser } from '../features/devices/device-browser';
import { ExportButton } from '../features/devices/export-button';

const IntakeDialog = lateDialog(() =>
  import('../features/intake/intake-dialog').then(({ IntakeDialog }) => IntakeDialog),
);

export function DeviceManagement({ user }: { user: SignedInUser }) {
  const [adding, setAdding] = useState(false);
  const add = useCallback(() => setAdding(true), []);
  return (
    <Page title="Device Management">
      <PageHead title="Device Management" subtitle={<SessionNote />}>
        <LinkButton to="/technician" icon={<Toolbox20Regular />}>
          My Workbench
        </LinkButton>
        <ExportButton />
        <Button appearance="primary" icon={<Add20Regular />} onClick={add}>
          Add to Intake
        </Button>
      </PageHead>
      <DeviceStatTiles role={user.role} />
      <DeviceBrowser user={user} onAdd={add} beside={<RecentActivity />} />
      {adding && <IntakeDialog user={user} onClose={() => setAdding(false)} />}
    </Page>
  );
}
