import { makeStyles, tokens } from '@fluentui/react-components';
import { Panel } from '../../components/panel';
import { SkeletonBar } from '../../components/skeleton';
import { VisuallyHidden } from '../../components/visually-hidden';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(300px, 360px) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  },
  card: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalL,
    minHeight: '320px',
    alignContent: 'start',
  },
});

export function DetailSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.columns} aria-busy="true">
      <Panel className={styles.card}>
        <VisuallyHidden>Loading device…</VisuallyHidden>
        <SkeletonBar width="60%" height="28px" />
        <SkeletonBar width="45%" height="20px" />
        <SkeletonBar width="100%" height="32px" />
        <SkeletonBar width="80%" />
        <SkeletonBar width="70%" />
        <SkeletonBar width="75%" />
      </Panel>
      <Panel className={styles.card}>
        <SkeletonBar width="30%" height="20px" />
        <SkeletonBar width="100%" height="64px" />
        <SkeletonBar width="100%" height="64px" />
      </Panel>
    </div>
  );
}
