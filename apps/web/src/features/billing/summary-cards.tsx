import type { BillingSummary } from '@repairline/contracts/billing/views';
import { FigureCard, FigureStrip } from '../../components/figure-card';
import { numberText } from '../../components/number-text';

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
