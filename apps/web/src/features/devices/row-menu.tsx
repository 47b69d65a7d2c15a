import { makeStyles, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { CheckmarkCircle20Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { Person20Regular } from '@fluentui/react-icons/svg/person';
import { Wrench20Regular } from '@fluentui/react-icons/svg/wrench';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device, DeviceStatus } from '@repairline/contracts/repairs/views';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { deviceAddress, FROM_LIST } from '../../components/device/device-address';
import { useStartWork } from '../../components/device/use-start-work';
import { lateDialog } from '../../components/late/late-part';
import { mainRegion } from '../../components/input/focus-memory';
import { menuProps } from '../../components/lists/menu-props';
import { useRowDialogs, type RowDialog } from './row-dialogs';

interface RowAction {
  text: string;
  icon: ReactElement;
  /** For devices with this status only. */
  status?: DeviceStatus;
  /** Opens this, or does something at once. */
  does: RowDialog | 'view' | 'start';
}

/** What a row's menu offers, in this order. A dialog's code is fetched when it is first opened. */
const rowActions: readonly RowAction[] = [
  { text: 'View Details', icon: <Info20Regular />, does: 'view' },
  {
    text: 'Reassign',
    icon: <Person20Regular />,
    does: lateDialog(() => import('./reassign-dialog').then((module) => module.ReassignDialog)),
  },
  { text: 'Start Work', icon: <Wrench20Regular />, status: 'INTAKE', does: 'start' },
  {
    text: 'Complete Repair',
    icon: <CheckmarkCircle20Regular />,
    status: 'IN_PROGRESS',
    does: lateDialog(() => import('./complete-repair-dialog').then((module) => module.CompleteRepairDialog)),
  },
];

// Above everything sticky, including the header: inside the main region, the library does not raise it.
const useStyles = makeStyles({ menu: { zIndex: 11 } });

interface RowMenuProps {
  device: Device;
  user: SignedInUser;
  /** Takes the place of the pressed one. */
  button: ReactElement;
}

/** Open from the start: it is mounted because a person has asked for it. */
export function RowMenu({ device, user, button }: RowMenuProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const startWork = useStartWork(user);
  const openDialog = useRowDialogs();
  const perform = ({ does }: RowAction) => {
    if (does === 'view') void navigate(deviceAddress(device.barcodeNumber), { state: FROM_LIST });
    else if (does === 'start') void startWork(device, {});
    else openDialog(device, does);
  };
  return (
    <Menu defaultOpen {...menuProps} mountNode={mainRegion()}>
      <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger>
      <MenuPopover className={styles.menu}>
        <MenuList>
          {rowActions
            .filter(({ status }) => !status || status === device.status)
            .map((action) => (
              <MenuItem key={action.text} icon={action.icon} onClick={() => perform(action)}>
                {action.text}
              </MenuItem>
            ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
