import { makeStyles, tokens } from '@fluentui/react-components';
import type { Role } from '@repairline/contracts/identity/views';
import type { DeviceStats } from '@repairline/contracts/repairs/views';
import { api } from '../../api/api';
import { FigureStrip } from '../page/figure-card';
import { devicesText } from '../text/number-text';
import { Panel } from '../page/panel';
import { SkeletonBar } from '../page/skeleton';
import { ErrorState } from '../page/states';

const statsApi = api.injectEndpoints({
  endpoints: (build) => ({
    stats: build.query<DeviceStats, void>({ query: () => 'stats', providesTags: ['Stats'] }),
  }),
});

const tiles = [
  { of: 'intake', label: 'Intake', roles: ['Admin', 'Member'] },
  { of: 'inProgress', label: 'In Progress', roles: ['Admin', 'Member'] },
  { of: 'completed', label: 'Completed', roles: ['Admin'] },
  { of: 'parts', label: 'Deprovisioned', roles: ['Admin'] },
] as const satisfies readonly { of: keyof DeviceStats; label: string; roles: readonly Role[] }[];

const useStyles = makeStyles({
  tile: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  label: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  count: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    minHeight: tokens.lineHeightBase500,
    whiteSpace: 'nowrap',
    '@media (max-width: 479px)': { fontSize: tokens.fontSizeBase400 },
    display: 'flex',
    alignItems: 'center',
  },
});

export function DeviceStatTiles({ role }: { role: Role }) {
  const styles = useStyles();
  const { data: stats, error, refetch } = statsApi.useStatsQuery();
  const mine = tiles.filter((tile) => tile.roles.some((allowed) => allowed === role));
  if (!stats && error) {
    return (
      <Panel aria-label="Device counts">
        <ErrorState title="Failed to fetch stats" error={error} onRetry={() => void refetch()} slim />
      </Panel>
    );
  }
  return (
    <FigureStrip label="Device counts">
      {mine.map(({ of, label }) => (
        <Panel key={of} className={styles.tile} role="group" aria-label={label}>
          <span className={styles.label}>{label}</span>
          <p className={styles.count}>{stats ? devicesText(stats[of]) : <SkeletonBar width="96px" height="16px" />}</p>
        </Panel>
      ))}
    </FigureStrip>
  );
}
