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
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation';
import { useNavigate } from 'react-router-dom';
import { tooltip } from '../../components/tooltip/tooltip';
import type { linksFor } from './links';
import { menuProps } from '../../components/lists/menu-props';

const useStyles = makeStyles({
  button: { minWidth: '44px', height: '44px' },
  active: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { color: tokens.colorBrandForeground1 },
    '::before': {
      content: '""',
      position: 'absolute',
      insetBlock: tokens.spacingVerticalS,
      left: 0,
      borderLeft: `${tokens.strokeWidthThick} solid ${tokens.colorBrandStroke1}`,
      '@media (forced-colors: active)': { borderLeftColor: 'Highlight' },
    },
  },
});

/** The navigation as a menu, for when there is no room for it beside the title. */
export function FoldedLinks({ links }: { links: ReturnType<typeof linksFor> }) {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <Menu inline {...menuProps}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<Navigation20Regular />}
          aria-label="Navigation"
          className={styles.button}
          {...tooltip('Navigation')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {links.map(({ to, text, active }) => (
            <MenuItem
              key={to}
              className={active ? styles.active : undefined}
              aria-current={active ? 'page' : undefined}
              onClick={() => void navigate(to)}
            >
              {text}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
