import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Panel } from '../../components/page/panel';
import { SkeletonBar } from '../../components/page/skeleton';
import { VisuallyHidden } from '../../components/text/visually-hidden';
import { useDetailColumns } from './detail-columns';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    minHeight: '220px',
    alignContent: 'start',
    '@media (max-width: 899px)': { padding: tokens.spacingHorizontalL },
  },
  form: { minHeight: '440px' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

export function DetailSkeleton() {
  const styles = useStyles();
  const columns = useDetailColumns();
  return (
    <div className={columns.columns} aria-busy="true">
      <Panel className={styles.card}>
        <VisuallyHidden>Loading device…</VisuallyHidden>
        <SkeletonBar width="60%" height="28px" />
        <SkeletonBar width="45%" height="20px" />
        <SkeletonBar width="100%" height="32px" />
        <SkeletonBar width="80%" />
        <SkeletonBar width="70%" />
        <SkeletonBar width="75%" />
      </Panel>
      <div className={columns.log}>
        <Panel className={mergeClasses(styles.card, styles.form)}>
          <SkeletonBar width="160px" height="20px" />
          <div className={styles.pair}>
            <SkeletonBar width="100%" height="96px" />
            <SkeletonBar width="100%" height="96px" />
          </div>
          <SkeletonBar width="80%" height="88px" />
          <div className={styles.pair}>
            <SkeletonBar width="100%" height="56px" />
            <SkeletonBar width="100%" height="88px" />
          </div>
        </Panel>
        <Panel className={styles.card}>
          <SkeletonBar width="144px" height="20px" />
          <SkeletonBar width="40%" />
          <SkeletonBar width="72%" />
          <SkeletonBar width="40%" />
          <SkeletonBar width="64%" />
        </Panel>
      </div>
    </div>
  );
}
