import type { Device } from '@repairline/contracts/repairs/views';
import { FigureCard, FigureStrip } from '../../components/page/figure-card';
import { numberText } from '../../components/text/number-text';
import { Panel } from '../../components/page/panel';
import { ErrorState } from '../../components/page/states';
import type { Completions, Load } from './workbench-api';

interface WorkbenchCardsProps {
  assignments: Load<Device[]>;
  completions: Load<Completions>;
}

export function WorkbenchCards({ assignments, completions }: WorkbenchCardsProps) {
  const { data, error, refetch } = completions;
  const active = assignments.data?.filter(({ status }) => status === 'IN_PROGRESS').length;
  return (
    <FigureStrip label="My figures">
      <FigureCard
        label="Active Assignments"
        value={active === undefined ? undefined : numberText(active)}
        failed={Boolean(assignments.error)}
      />
      {!data && error ? (
        <Panel aria-label="Completed">
          <ErrorState title="Failed to fetch repair logs" error={error} onRetry={() => void refetch()} slim />
        </Panel>
      ) : (
        <>
          <FigureCard label="Total Completed" value={data && numberText(data.total)} />
          <FigureCard label="Completed per Week" value={data && numberText(data.perWeek)} />
        </>
      )}
    </FigureStrip>
  );
}
