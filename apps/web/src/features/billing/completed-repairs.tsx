import type { BillingSummary } from '@repairline/contracts/billing/views';
import { FigureCard, FigureStrip } from '../../components/page/figure-card';
import { numberText } from '../../components/text/number-text';
import { Button, makeStyles, ToggleButton, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { People20Regular } from '@fluentui/react-icons/svg/people';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useState } from 'react';
import { useExportCsv } from '../../api/calls/exports';
import { Page, PageHead } from '../../components/page/page';
import { Panel } from '../../components/page/panel';
import { SearchField } from '../../components/input/search-field';
import { EmptyState, ErrorState } from '../../components/page/states';
import { useOnNewDay } from '../../components/time/use-on-new-day';
import { useToast } from '../../components/toasts/use-toast';
import { useScreenSearchParams } from '../../components/page/use-screen-search-params';
import { useBillingSummaryQuery, useCompletedRepairsInfiniteQuery } from './billing-api';
import { type BillingList, BillingSection, itemsOf, totalOf } from './billing-section';
import { DailyByTechnician } from './daily-by-technician';

const useStyles = makeStyles({
  search: { display: 'grid', gap: tokens.spacingVerticalXS },
  found: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

const DAILY = 'daily-by-technician';
// Other people complete repairs while this window is in the background.
const fresh = { refetchOnFocus: true, refetchOnMountOrArgChange: true } as const;

function useSummary(q: string | undefined) {
  const summary = useBillingSummaryQuery({ q }, fresh);
  useOnNewDay(() => void summary.refetch());
  return summary;
}

export function CompletedRepairs({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const [params, setParams] = useScreenSearchParams();
  const q = params.get('q')?.trim() || undefined;
  const [daily, setDaily] = useState(false);
  const summary = useSummary(q);
  const pending = useCompletedRepairsInfiniteQuery({ q, sent: 'false' }, fresh);
  const sent = useCompletedRepairsInfiniteQuery({ q, sent: 'true' }, fresh);
  const broken = [pending, sent].find(isBroken);
  const retry = () => [summary, pending, sent].forEach((call) => void call.refetch());
  return (
    <Page title="Completed Repairs">
      <PageHead title="Completed Repairs">
        <ToggleButton
          icon={<People20Regular />}
          checked={daily}
          aria-expanded={daily}
          aria-controls={DAILY}
          onClick={() => setDaily(!daily)}
        >
          Daily by Technician
        </ToggleButton>
        <ExportButton q={q} />
      </PageHead>
      <SummaryCards summary={summary.currentData} failed={summary.isError} searching={q !== undefined} />
      {!broken && isBroken(summary) && (
        <Panel aria-label="Figures">
          <ErrorState slim title="Failed to fetch the figures" error={summary.error} onRetry={retry} />
        </Panel>
      )}
      {daily && (
        <DailyByTechnician
          id={DAILY}
          counts={summary.currentData?.todayByTechnician}
          failed={summary.isError}
          searching={q !== undefined}
        />
      )}
      <div className={styles.search}>
        <SearchField
          text={q ?? ''}
          placeholder="Search by asset number, technician, issue, or work performed..."
          onSearch={(text) => setParams(text.trim() ? { q: text.trim() } : {}, { replace: true })}
        />
        <p className={styles.found} role="status">
          {q && summary.currentData && `Found ${numberText(summary.currentData.total)} repair(s) matching “${q}”`}
        </p>
      </div>
      {broken ? (
        <Panel aria-label="Completed repairs">
          <ErrorState title="Failed to fetch completed repairs" error={broken.error} onRetry={retry} />
        </Panel>
      ) : (
        <Lists pending={pending} sent={sent} search={q} marks={user.role === 'Admin'} />
      )}
    </Page>
  );
}

/** Loading has failed, there is nothing to show, and no retry is under way. */
function isBroken({ currentData, isFetching, error }: { currentData?: unknown; isFetching: boolean; error?: unknown }) {
  return error !== undefined && !isFetching && currentData === undefined;
}

interface ListsProps {
  pending: BillingList;
  sent: BillingList;
  search: string | undefined;
  marks: boolean;
}

function Lists({ pending, sent, search, marks }: ListsProps) {
  const waiting = totalOf(pending);
  const done = totalOf(sent);
  return (
    <>
      <BillingSection
        title={waiting === undefined ? 'Pending Sent' : `Pending Sent (${numberText(waiting)})`}
        list={pending}
        search={search}
        rowsAbove={0}
        empty={<NothingPending searching={search !== undefined} />}
        marks={marks}
      />
      {done !== undefined && done > 0 && (
        <BillingSection
          title="Already Sent"
          subtitle={`Sent Items (${numberText(done)})`}
          list={sent}
          search={search}
          rowsAbove={itemsOf(pending)?.length ?? 0}
          empty={null}
          marks={marks}
        />
      )}
    </>
  );
}

function NothingPending({ searching }: { searching: boolean }) {
  if (searching) return <EmptyState title="No pending repairs match the search" />;
  return (
    <EmptyState title="All repairs have been sent" icon={<CheckmarkCircleRegular />}>
      Repairs appear here as they are completed.
    </EmptyState>
  );
}

function ExportButton({ q }: { q: string | undefined }) {
  const { exportCsv, isExporting } = useExportCsv();
  const { failed } = useToast();
  const save = async () => {
    try {
      await exportCsv({ url: 'billing/export', params: { q } });
    } catch (thrown) {
      failed(thrown, 'Export failed');
    }
  };
  return (
    <Button icon={<ArrowDownload20Regular />} disabledFocusable={isExporting} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}

interface SummaryCardsProps {
  summary: BillingSummary | undefined;
  failed: boolean;
  searching: boolean;
}

export function SummaryCards({ summary, failed, searching }: SummaryCardsProps) {
  return (
    <FigureStrip label="Completions">
      <FigureCard
        label={searching ? 'FILTERED' : 'TOTAL COMPLETED'}
        value={summary && numberText(summary.total)}
        failed={failed}
        hint={searching ? 'Repairs that match' : 'Repairs so far'}
      />
      <FigureCard
        label="WEEKLY COMPLETIONS"
        value={summary && numberText(summary.thisWeek)}
        failed={failed}
        hint="Since Sunday"
      />
      <FigureCard label="DAILY COMPLETIONS" value={summary && numberText(summary.today)} failed={failed} hint="Today" />
    </FigureStrip>
  );
}
