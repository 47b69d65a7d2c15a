import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  tokens,
} from '@fluentui/react-components';
import { Navigation20Regular } from '@fluentui/react-icons/svg/navigation';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark';
import { HelpButton } from './help-button';
import { linksFor } from './links';
import { ThemeMenu } from './theme-menu';
import { UserMenu } from './user-menu';

const useStyles = makeStyles({
  header: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    boxSizing: 'border-box',
    height: '48px',
    paddingInline: tokens.spacingHorizontalXXL,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 767px)': { paddingInline: tokens.spacingHorizontalXS, gap: 0 },
  },
  title: {
    display: 'flex',
    height: '100%',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginRight: tokens.spacingHorizontalL,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'none',
  },
  wide: { display: 'flex', height: '100%', '@media (max-width: 767px)': { display: 'none' } },
  narrow: {
    display: 'none',
    '@media (max-width: 767px)': { display: 'inline-flex', minWidth: '44px', height: '44px' },
  },
  link: {
    display: 'flex',
    alignItems: 'center',
    paddingInline: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    textDecorationLine: 'none',
    borderTop: `${tokens.strokeWidthThick} solid transparent`,
    borderBottom: `${tokens.strokeWidthThick} solid transparent`,
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  active: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `${tokens.strokeWidthThick} solid ${tokens.colorBrandStroke1}`,
  },
  rest: { flexGrow: 1 },
});

export function Header({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const links = linksFor(user.role, pathname);
  return (
    <header className={styles.header}>
      <FoldedLinks links={links} className={styles.narrow} />
      <Link to="/devices" className={styles.title}>
        <BrandMark />
        Repairline
      </Link>
      <nav aria-label="Main" className={styles.wide}>
        {links.map(({ to, text, active }) => (
          <Link
            key={to}
            to={to}
            aria-current={active ? 'page' : undefined}
            className={mergeClasses(styles.link, active && styles.active)}
          >
            {text}
          </Link>
        ))}
      </nav>
      <span className={styles.rest} />
      <HelpButton />
      <ThemeMenu />
      <UserMenu user={user} />
    </header>
  );
}

function FoldedLinks({ links, className }: { links: ReturnType<typeof linksFor>; className: string }) {
  const navigate = useNavigate();
  return (
    <Menu inline>
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<Navigation20Regular />} aria-label="Navigation" className={className} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {links.map(({ to, text, active }) => (
            <MenuItem key={to} aria-current={active ? 'page' : undefined} onClick={() => void navigate(to)}>
              {text}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
