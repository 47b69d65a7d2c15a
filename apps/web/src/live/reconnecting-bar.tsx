import { makeStyles, tokens } from '@fluentui/react-components';
import { useSelector } from 'react-redux';
import type { WithLive } from './live-slice';

const useStyles = makeStyles({
  // In the page's margin, so that nothing moves when it comes and goes.
  bar: {
    position: 'absolute',
    left: 0,
    right: 0,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorPaletteMarigoldForeground2,
    backgroundColor: tokens.colorPaletteMarigoldBackground2,
    // A phone's margin is too narrow for it.
    '@media (max-width: 767px)': { position: 'fixed', bottom: 0 },
  },
});

/** Shown while the live connection is lost, when the screen may be out of date. */
export function ReconnectingBar() {
  const styles = useStyles();
  const text = useSelector(({ live }: WithLive) => live.connection === 'lost' && (live.note ?? 'Reconnecting…'));
  return <div role="status">{text && <div className={styles.bar}>{text}</div>}</div>;
}
