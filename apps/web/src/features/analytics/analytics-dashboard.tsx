import { numberText } from '../../components/text/number-text';
import { makeStyles, tokens } from '@fluentui/react-components';
import { DataTrendingRegular } from '@fluentui/react-icons/svg/data-trending';
import type { Analytics } from '@repairline/contracts/analytics/views';
import { api } from '../../api/api';
import { FigureCard, FigureStrip } from '../../components/page/figure-card';
import { Page, PageHead } from '../../components/page/page';
import { Panel } from '../../components/page/panel';
import { EmptyState, ErrorState } from '../../components/page/states';
import { Ranking } from './ranking';

const REFRESH_MS = 60_000;
const TOP = 5;

const { useAnalyticsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    analytics: build.query<Analytics | null, void>({ query: () => 'analytics', providesTags: ['Analytics'] }),
  }),
});

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
    '@media (max-width: 767px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // Reserves as many lines as the figure may need, so that nothing below moves.
  turnaround: {
    display: 'block',
    '@media (min-width: 360px) and (max-width: 639px)': { minHeight: '2lh' },
    '@media (max-width: 359px)': { minHeight: '3lh' },
  },
});

export function AnalyticsDashboard() {
  return (
    <Page title="Analytics">
      <PageHead title="Analytics Dashboard" subtitle="Performance insights and repair trends" />
      <Figures />
    </Page>
  );
}

function Figures() {
  const { data, error, refetch } = useAnalyticsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  if (data === undefined && error) {
    return (
      <Panel aria-label="Analytics">
        <ErrorState title="Failed to fetch analytics" error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  if (data === null || (data && isEmpty(data))) {
    return (
      <Panel aria-label="Analytics">
        <EmptyState title="No analytics data available" icon={<DataTrendingRegular />}>
          Figures appear here once the first repair has begun.
        </EmptyState>
      </Panel>
    );
  }
  return <Cards analytics={data} />;
}

function Cards({ analytics }: { analytics: Analytics | undefined }) {
  const styles = useStyles();
  const average = analytics?.averageTurnaroundTime;
  return (
    <>
      <FigureStrip label="Figures">
        <FigureCard
          label="Average Turnaround"
          value={average === null ? '–' : average === undefined ? undefined : minutesText(average)}
          hint={<span className={styles.turnaround}>{turnaroundHint(average)}</span>}
        />
        <FigureCard
          label="Daily Completions"
          value={analytics && numberText(analytics.completionsPerDay)}
          hint="Devices completed today"
        />
      </FigureStrip>
      <div className={styles.columns}>
        <Ranking
          title="Common Issues"
          empty="No issues recorded yet"
          items={analytics?.commonIssues.slice(0, TOP).map(({ issue, count }) => ({
            name: issue,
            counts: numberText(count),
            weight: count,
          }))}
        />
        <Ranking
          title="Technician Workload"
          empty="No workload data available"
          items={analytics?.technicianWorkload.slice(0, TOP).map(({ technician, activeCount, completedCount }) => ({
            name: technician,
            counts: `${numberText(activeCount)} active · ${numberText(completedCount)} completed`,
            weight: activeCount,
          }))}
        />
      </div>
    </>
  );
}

function turnaroundHint(average: number | null | undefined): string {
  if (average === null) return 'No repair completed yet';
  const words = average === undefined ? undefined : approximateDuration(average);
  return words ? `From intake to completion, ${words}` : 'From intake to completion';
}

export function isEmpty(analytics: Analytics): boolean {
  const { averageTurnaroundTime, completionsPerDay, commonIssues, technicianWorkload } = analytics;
  return (
    averageTurnaroundTime === null &&
    completionsPerDay === 0 &&
    commonIssues.length === 0 &&
    technicianWorkload.length === 0
  );
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Rounded to whole minutes. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  return whole === 1 ? '1 minute' : `${numberText(whole)} minutes`;
}

/** The same span in the largest unit that fits; undefined if that adds nothing. */
export function approximateDuration(minutes: number): string | undefined {
  if (minutes < 2 * HOUR) return undefined;
  const [length, unit] = minutes < 2 * DAY ? [minutes / HOUR, 'hours'] : [minutes / DAY, 'days'];
  return `about ${length.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
