import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Panel } from '../../components/page/panel';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
});

export function AdminCard({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Panel className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </Panel>
  );
}

/** For the controls of the cards. */
export const useControlStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, marginTop: 'auto' },
  button: { flexGrow: 1, whiteSpace: 'nowrap' },
});
