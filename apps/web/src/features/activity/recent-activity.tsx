import { makeStyles, tokens } from '@fluentui/react-components';
import type { RecentActivityItem } from '@repairline/contracts/repairs/views';
import { Link } from 'react-router-dom';
import { api } from '../../api/api';
import { deviceAddress, FROM_LIST } from '../../components/device/device-address';
import { Panel } from '../../components/page/panel';
import { RelativeTime } from '../../components/time/relative-time';
import { SkeletonBar } from '../../components/page/skeleton';
import { EmptyState, ErrorState } from '../../components/page/states';
import { StatusBadge } from '../../components/device/device-badges';
import { tooltipWhenCut } from '../../components/tooltip/tooltip';

const REFRESH_MS = 30_000;

const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    recentActivity: build.query<RecentActivityItem[], void>({
      query: () => 'recent-activity',
      providesTags: ['Activity'],
    }),
  }),
});

const useStyles = makeStyles({
  panel: { position: 'sticky', top: '72px', '@media (max-width: 1099px)': { position: 'static' } },
  title: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  // Positioned, so that texts for screen readers scroll with it and do not lengthen the page.
  scroll: {
    position: 'relative',
    maxHeight: 'min(384px, calc(100dvh - 144px))',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusLarge,
    '@media screen and (max-width: 1099px)': { maxHeight: '384px' },
    '@media print': { maxHeight: 'none', overflowY: 'visible' },
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  line: { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: tokens.spacingHorizontalS },
  number: {
    color: tokens.colorBrandForegroundLink,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    '@media (pointer: coarse)': { paddingBlock: tokens.spacingVerticalM },
    ':hover': { textDecorationLine: 'underline' },
  },
  issue: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  minor: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

export function RecentActivity() {
  const styles = useStyles();
  return (
    <Panel className={styles.panel} aria-labelledby="activity-title">
      <h2 id="activity-title" className={styles.title}>
        Recent Activity
      </h2>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Recent Activity entries">
        <Entries />
      </div>
    </Panel>
  );
}

function Entries() {
  const styles = useStyles();
  const { data, error, refetch } = activityApi.useRecentActivityQuery(undefined, { pollingInterval: REFRESH_MS });
  if (!data) {
    if (error)
      return <ErrorState title="Failed to fetch recent activity" error={error} onRetry={() => void refetch()} />;
    return <EntrySkeletons />;
  }
  if (data.length === 0) return <EmptyState title="No recent activity" />;
  return (
    <ul className={styles.list}>
      {data.map((item) => (
        <Entry key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Entry({ item }: { item: RecentActivityItem }) {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <span className={styles.line}>
        <Link to={deviceAddress(item.barcodeNumber)} state={FROM_LIST} className={styles.number}>
          {item.barcodeNumber}
        </Link>
        {item.completed && <StatusBadge status="COMPLETED" />}
      </span>
      <span className={styles.issue} dir="auto" {...tooltipWhenCut(item.issue)}>
        {item.issue}
      </span>
      <span className={styles.minor}>
        <bdi>{item.technician || 'Unknown'}</bdi> · <RelativeTime at={item.timestamp} />
      </span>
    </li>
  );
}

function EntrySkeletons() {
  const styles = useStyles();
  return [1, 2, 3, 4, 5].map((entry) => (
    <div key={entry} className={styles.item} aria-hidden>
      <SkeletonBar width="88px" height="14px" />
      <SkeletonBar width="80%" height="14px" />
      <SkeletonBar width="56%" height="14px" />
    </div>
  ));
}
