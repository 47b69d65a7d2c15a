import { Panel } from '../../components/panel';
import { SkeletonBar } from '../../components/skeleton';
import { VisuallyHidden } from '../../components/visually-hidden';
import { useRowStyles } from './device-row-styles';

const PLACEHOLDERS = [1, 2, 3, 4, 5];

/** Five rows of the shape of those that come. */
export function RowSkeletons() {
  const styles = useRowStyles();
  return (
    <Panel aria-label="Devices" aria-busy="true">
      <VisuallyHidden>Loading devices…</VisuallyHidden>
      {PLACEHOLDERS.map((row) => (
        <div key={row} className={styles.row} data-testid="device-skeleton" aria-hidden>
          <div className={styles.asset}>
            <SkeletonBar width="96px" />
            <SkeletonBar width="136px" height="18px" />
          </div>
          <div className={styles.issue}>
            <SkeletonBar width="72%" />
          </div>
          <div className={styles.place}>
            <SkeletonBar width="56%" />
          </div>
          <div className={styles.who}>
            <SkeletonBar width="28px" height="28px" />
          </div>
          <div className={styles.updated}>
            <SkeletonBar width="72px" />
          </div>
        </div>
      ))}
    </Panel>
  );
}
