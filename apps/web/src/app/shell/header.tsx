import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle';
import { useState, type ReactNode } from 'react';
import { lateDialog, useLoaded } from '../../components/late/late-part';
import { tooltip } from '../../components/tooltip/tooltip';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { Link, useLocation } from 'react-router-dom';
import { BrandMark } from '../../components/page/brand-mark';
import { FoldedLinks, ThemeMenu, UserMenu } from '../screens';
import { linksFor } from './links';

// A tablet held upright has room for all links on one line, but for little else.
const tight = '@media (min-width: 768px) and (max-width: 859px)';

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
    [tight]: { gap: tokens.spacingHorizontalSNudge },
    '@media (max-width: 767px)': { paddingInline: tokens.spacingHorizontalXS, gap: 0 },
  },
  title: {
    display: 'flex',
    height: '100%',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginRight: tokens.spacingHorizontalL,
    [tight]: { marginRight: 0 },
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
    [tight]: { paddingInline: tokens.spacingHorizontalS },
    borderTop: `${tokens.strokeWidthThick} solid transparent`,
    borderBottom: `${tokens.strokeWidthThick} solid transparent`,
    ':hover': { color: tokens.colorNeutralForeground1 },
    // With forced colors, transparent borders become visible.
    '@media (forced-colors: active)': { borderTopColor: 'Canvas', borderBottomColor: 'Canvas' },
  },
  active: {
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `${tokens.strokeWidthThick} solid ${tokens.colorBrandStroke1}`,
    '@media (forced-colors: active)': { borderBottomColor: 'Highlight' },
  },
  rest: { flexGrow: 1 },
  slot: { display: 'inline-flex', minWidth: '32px', '@media (pointer: coarse)': { minWidth: '44px' } },
  userSlot: { minWidth: '36px' },
});

export function Header({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const links = linksFor(user.role, pathname);
  return (
    <header className={styles.header}>
      <Slot className={styles.narrow} load={FoldedLinks.load}>
        <FoldedLinks links={links} />
      </Slot>
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
      <Slot className={styles.slot} load={ThemeMenu.load}>
        <ThemeMenu />
      </Slot>
      <Slot className={mergeClasses(styles.slot, styles.userSlot)} load={UserMenu.load}>
        <UserMenu user={user} />
      </Slot>
    </header>
  );
}

interface SlotProps {
  className: string;
  load: () => Promise<unknown>;
  children: ReactNode;
}

/** Reserves the space of what is still loading, so that nothing moves when it arrives. */
function Slot({ className, load, children }: SlotProps) {
  const isLoaded = useLoaded(load);
  return <span className={className}>{isLoaded && children}</span>;
}

const GuideDialog = lateDialog(() =>
  import('../../features/guide/guide-dialog').then(({ GuideDialog }) => GuideDialog),
);

export function HelpButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        appearance="subtle"
        icon={<QuestionCircle20Regular />}
        aria-label="Help"
        {...tooltip('Help')}
        onClick={() => setOpen(true)}
      />
      {open && <GuideDialog onClose={() => setOpen(false)} />}
    </>
  );
}
