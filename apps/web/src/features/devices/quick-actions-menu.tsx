import { makeStyles, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { CheckmarkCircle20Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Info20Regular } from '@fluentui/react-icons/svg/info';
import { Person20Regular } from '@fluentui/react-icons/svg/person';
import { Wrench20Regular } from '@fluentui/react-icons/svg/wrench';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useNavigate } from 'react-router-dom';
import { deviceAddress } from '../../components/device/device-address';
import { FROM_LIST } from '../../components/device/from-list';
import { mainRegion } from '../../components/main-region';
import { menuProps } from '../../components/menu-props';
import { useStartWork } from '../../components/device/use-start-work';
import { QuickActionsButton } from './quick-actions-button';
import { useRowDialogs } from './row-dialogs';

// Above everything sticky, including the header: inside the main region, the library does not raise it.
const useStyles = makeStyles({ menu: { zIndex: 11 } });

interface QuickActionsMenuProps {
  device: Device;
  user: SignedInUser;
  className: string;
}

/** Open from the start: it is mounted because a person has asked for it. */
export function QuickActionsMenu({ device, user, className }: QuickActionsMenuProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const startWork = useStartWork(user);
  const openDialog = useRowDialogs();
  const { barcodeNumber, status } = device;
  return (
    <Menu defaultOpen {...menuProps} mountNode={mainRegion()}>
      <MenuTrigger disableButtonEnhancement>
        {/* Replaces the pressed button; it takes the focus, so that Escape closes the menu even before the menu has
             it. */}
        <QuickActionsButton of={barcodeNumber} className={className} autoFocus />
      </MenuTrigger>
      <MenuPopover className={styles.menu}>
        <MenuList>
          <MenuItem
            icon={<Info20Regular />}
            onClick={() => void navigate(deviceAddress(barcodeNumber), { state: FROM_LIST })}
          >
            View Details
          </MenuItem>
          <MenuItem icon={<Person20Regular />} onClick={() => openDialog(device, 'reassign')}>
            Reassign
          </MenuItem>
          {status === 'INTAKE' && (
            <MenuItem icon={<Wrench20Regular />} onClick={() => void startWork(device, {})}>
              Start Work
            </MenuItem>
          )}
          {status === 'IN_PROGRESS' && (
            <MenuItem icon={<CheckmarkCircle20Regular />} onClick={() => openDialog(device, 'complete')}>
              Complete Repair
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
