import type { BillingSummary } from '@repairline/contracts/billing/views';
import { FigureCard, FigureStrip } from '../../components/figure-card';

export function SummaryCards({ summary, searching }: { summary: BillingSummary | undefined; searching: boolean }) {
  return (
    <FigureStrip label="Completions">
      <FigureCard
        label={searching ? 'FILTERED' : 'TOTAL COMPLETED'}
        value={summary?.total.toLocaleString()}
        hint={searching ? 'Repairs that match' : 'Repairs so far'}
      />
      <FigureCard label="WEEKLY COMPLETIONS" value={summary?.thisWeek.toLocaleString()} hint="Since Sunday" />
      <FigureCard label="DAILY COMPLETIONS" value={summary?.today.toLocaleString()} hint="Today" />
    </FigureStrip>
  );
}
