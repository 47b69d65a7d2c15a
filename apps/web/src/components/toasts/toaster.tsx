import { Button, makeStyles, mergeClasses, Portal, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss';
import { ErrorCircle20Filled } from '@fluentui/react-icons/svg/error-circle';
import { useEffect, useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { mainRegion } from '../input/focus-memory';
import { notPrinted } from '../page/use-is-printed';
import { tooltip } from '../tooltip/tooltip';
import { toastClosed, type Toast, type WithToast } from './toast-slice';

const useStyles = makeStyles({
  // Dialogs and menus are at 1,000,000.
  host: { zIndex: 1_000_001 },
  area: {
    position: 'fixed',
    right: tokens.spacingHorizontalXXL,
    bottom: tokens.spacingVerticalXXL,
    maxWidth: `calc(100vw - 2 * ${tokens.spacingHorizontalM})`,
    // If there is no room beside a dialog, its buttons at the bottom must stay free.
    '@media (max-width: 1279px)': { right: tokens.spacingHorizontalM, top: '56px', bottom: 'auto' },
    ...notPrinted,
  },
  toast: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    columnGap: tokens.spacingHorizontalS,
    alignItems: 'start',
    boxSizing: 'border-box',
    width: '300px',
    maxWidth: '100%',
    padding: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  destructive: { border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusDangerBorder2}` },
  icon: { display: 'flex', color: tokens.colorStatusSuccessForeground1 },
  destructiveIcon: { color: tokens.colorStatusDangerForeground1 },
  title: { fontWeight: tokens.fontWeightSemibold },
  body: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  // The button is higher than the title's line; the negative margins center it without making the line higher.
  dismiss: {
    marginBlock: '-2px',
    '@media (pointer: coarse)': { marginBlock: '-12px', marginRight: `calc(-1 * ${tokens.spacingHorizontalM})` },
  },
});

export function Toaster() {
  const styles = useStyles();
  const toast = useSelector((state: WithToast) => state.toast);
  return (
    <Portal mountNode={{ className: styles.host }}>
      <div ref={keepAudible} className={styles.area} role="region" aria-label="Notifications" aria-live="polite">
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </div>
    </Portal>
  );
}

/** An open dialog hides the rest of the page from screen readers; a failure in it must still be heard. */
function keepAudible(area: HTMLElement | null) {
  area?.closest('[data-portal-node]')?.setAttribute('data-tabster-never-hide', '');
}

function ToastCard({ toast }: { toast: Toast }) {
  const styles = useStyles();
  const dispatch = useDispatch();
  const [held, setHeld] = useState(false);
  const { card, onFocus } = useFocusBack();
  const destructive = toast.intent === 'destructive';

  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dispatch(toastClosed(toast.id)), toast.shownFor);
    return () => clearTimeout(timer);
  }, [dispatch, held, toast.id, toast.shownFor]);

  return (
    <div
      ref={card}
      role={destructive ? 'alert' : 'status'}
      className={mergeClasses(styles.toast, destructive && styles.destructive)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={(event) => {
        setHeld(true);
        onFocus(event);
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={mergeClasses(styles.icon, destructive && styles.destructiveIcon)} aria-hidden>
        {destructive ? <ErrorCircle20Filled /> : <CheckmarkCircle20Filled />}
      </span>
      <div>
        <div className={styles.title}>{toast.title}</div>
        {toast.body && <div className={styles.body}>{toast.body}</div>}
      </div>
      <Button
        className={styles.dismiss}
        appearance="transparent"
        size="small"
        icon={<Dismiss20Regular />}
        aria-label="Dismiss"
        {...tooltip('Dismiss')}
        onClick={() => dispatch(toastClosed(toast.id))}
      />
    </div>
  );
}

/** When the card goes while it has the focus, returns it to where it came from. */
function useFocusBack() {
  const card = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const shown = card.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      const goal = before.current?.isConnected ? before.current : mainRegion();
      goal?.focus({ preventScroll: true });
    };
  }, []);
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !card.current?.contains(relatedTarget)) before.current = relatedTarget;
  };
  return { card, onFocus };
}
