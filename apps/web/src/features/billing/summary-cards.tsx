import type { BillingSummary } from '@repairline/contracts/billing/views';
import { FigureCard, FigureStrip } from '../../components/figure-card';

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
        value={summary?.total.toLocaleString()}
        failed={failed}
        hint={searching ? 'Repairs that match' : 'Repairs so far'}
      />
      <FigureCard
        label="WEEKLY COMPLETIONS"
        value={summary?.thisWeek.toLocaleString()}
        failed={failed}
        hint="Since Sunday"
      />
      <FigureCard label="DAILY COMPLETIONS" value={summary?.today.toLocaleString()} failed={failed} hint="Today" />
    </FigureStrip>
  );
}
