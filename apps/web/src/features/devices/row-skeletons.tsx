import { mergeClasses } from '@fluentui/react-components';
import { Panel } from '../../components/page/panel';
import { SkeletonBar } from '../../components/page/skeleton';
import { VisuallyHidden } from '../../components/text/visually-hidden';
import { useRowStyles } from './device-row-styles';

const PLACEHOLDERS = [1, 2, 3, 4, 5];

/** Five placeholders in the shape of the rows to come. */
export function RowSkeletons() {
  const styles = useRowStyles();
  return (
    <Panel aria-label="Devices" aria-busy="true">
      <VisuallyHidden>Loading devices…</VisuallyHidden>
      <div className={styles.divider} aria-hidden>
        <SkeletonBar width="88px" />
      </div>
      {PLACEHOLDERS.map((row) => (
        <div key={row} className={styles.row} data-testid="device-skeleton" aria-hidden>
          <div className={styles.asset}>
            <SkeletonBar width="96px" height="16px" />
            <SkeletonBar width="136px" height="20px" />
          </div>
          <div className={styles.issue}>
            <span className={mergeClasses(styles.line, styles.latest)}>
              <SkeletonBar width="72%" height="14px" />
            </span>
            <span className={mergeClasses(styles.line, styles.student)}>
              <SkeletonBar width="88px" />
            </span>
          </div>
          <div className={styles.place}>
            <span className={styles.line}>
              <SkeletonBar width="32px" height="14px" />
            </span>
            <span className={styles.line}>
              <SkeletonBar width="120px" />
            </span>
          </div>
          <div className={styles.who}>
            <SkeletonBar width="28px" height="28px" round />
          </div>
          <div className={styles.updating}>
            <SkeletonBar width="72px" />
          </div>
          <div className={styles.actions}>
            <SkeletonBar width="100%" />
          </div>
        </div>
      ))}
    </Panel>
  );
}
