import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components';
import { Settings20Regular } from '@fluentui/react-icons/svg/settings';
import { SignOut20Regular } from '@fluentui/react-icons/svg/sign-out';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useNavigate } from 'react-router-dom';
import { useSignOutMutation } from '../../api/calls/account';
import { initials, PersonAvatar } from '../../components/text/person-avatar';
import { useToast } from '../../components/toasts/use-toast';
import { tooltip } from '../../components/tooltip/tooltip';
import { useSessionReminder } from '../../features/work-session/use-reminder';
import { useWorkSession } from '../../features/work-session/use-work-session';
import { Divider, SessionBanner, SessionItem } from './session-item';
import { menuProps } from '../../components/lists/menu-props';

const useStyles = makeStyles({
  button: {
    paddingInline: tokens.spacingHorizontalXXS,
    minWidth: '36px',
  },
  person: {
    display: 'grid',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}`,
    maxWidth: '260px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  name: {
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
});

export function UserMenu({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const [signOut] = useSignOutMutation();
  const { failed } = useToast();
  const navigate = useNavigate();
  const control = useWorkSession();
  useSessionReminder(control.session);

  const leave = async () => {
    try {
      await signOut().unwrap();
      // Reloading discards everything that was loaded for this person.
      location.reload();
    } catch (thrown) {
      failed(thrown, 'Sign out failed');
    }
  };

  return (
    <Menu inline {...menuProps}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          className={styles.button}
          appearance="subtle"
          aria-label={`User menu ${initials(user.name || user.email)}`}
          icon={<PersonAvatar person={user.name || user.email} decorative />}
          {...tooltip(user.name || user.email)}
        />
      </MenuTrigger>
      <MenuPopover>
        <div className={styles.person}>
          <span className={styles.name}>{user.name || 'User'}</span>
          <span>{user.email}</span>
          <span>Role: {user.role}</span>
        </div>
        {control.session && <SessionBanner startTime={control.session.startTime} />}
        <Divider />
        <MenuList>
          <SessionItem control={control} />
          <MenuItem icon={<Settings20Regular />} onClick={() => void navigate('/profile')}>
            Profile Settings
          </MenuItem>
          <MenuItem icon={<SignOut20Regular />} onClick={() => void leave()}>
            Sign Out
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
