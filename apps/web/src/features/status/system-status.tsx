import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left';
import type { SystemStatus as Status } from '@repairline/contracts/status';
import { api } from '../../api/api';
import { FigureCard, FigureStrip } from '../../components/page/figure-card';
import { LinkButton } from '../../components/page/link-button';
import { numberText } from '../../components/text/number-text';
import { Page, PageHead } from '../../components/page/page';
import { Panel } from '../../components/page/panel';
import { ErrorState } from '../../components/page/states';
import { RelativeTime } from '../../components/time/relative-time';
import { behindFigure, differencesText, summaryOf } from './log-readers';
import { ServicePanel } from './service-panel';

const REFRESH_MS = 5_000;

const { useSystemStatusQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    systemStatus: build.query<Status, void>({ query: () => 'admin/status', keepUnusedDataFor: 0 }),
  }),
});

/** For Admins: whether every service is working and whether the lists are up to date. */
export function SystemStatus() {
  const { data, error, refetch } = useSystemStatusQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  return (
    <Page title="System Status">
      <PageHead title="System Status" subtitle="Whether every service is working and whether the lists are up to date">
        <LinkButton to="/admin" icon={<ArrowLeft20Regular />}>
          Admin Panel
        </LinkButton>
      </PageHead>
      {error ? (
        <Panel aria-label="Status">
          <ErrorState title="Failed to fetch the status" error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <Parts status={data} />
      )}
    </Page>
  );
}

function Parts({ status }: { status: Status | undefined }) {
  const summary = status && summaryOf(status);
  return (
    <>
      <FigureStrip label="Summary">
        <FigureCard
          label="Services"
          value={summary && `${summary.working} of ${summary.services}`}
          hint={status?.bus === false ? 'The message bus is unreachable' : 'Working'}
        />
        <FigureCard label="Behind" {...behindFigure(summary)} />
        <FigureCard
          label="Dead Letters"
          value={summary && numberText(summary.deadLetters)}
          hint="Events that could not be processed"
        />
        <FigureCard
          label="Last Verified"
          value={summary && (summary.verifiedAt ? <RelativeTime at={summary.verifiedAt} /> : 'Never')}
          hint={summary?.differences ? differencesText(summary.differences) : 'Lists compared with the log'}
        />
      </FigureStrip>
      {status?.services.map((service) => (
        <ServicePanel key={service.name} service={service} all={status.services} />
      ))}
    </>
  );
}
