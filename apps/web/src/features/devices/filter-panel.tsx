import { makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import type { Role } from '@repairline/contracts/identity/views';
import type { ReactNode } from 'react';
import type { DeviceFilter } from '../../api/device-pages';
import { statusLabels } from '../../components/device/current-repair';
import { useBadgeStyles } from '../../components/badge-styles';
import { SchoolOptions } from '../../components/forms/school-options';
import { notPrinted } from '../../components/not-printed';
import { Panel } from '../../components/panel';
import { FilterTags } from './filter-tags';
import { SearchField } from '../../components/search-field';
import { filterNames, type FilterName } from './use-device-filter';

const useStyles = makeStyles({
  panel: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    '@media (max-width: 767px)': { padding: tokens.spacingHorizontalM },
    '@media print': { padding: 0, border: 'none' },
  },
  onScreenOnly: notPrinted,
  head: {
    display: 'flex',
    alignItems: 'baseline',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '24px',
    position: 'relative',
    ...notPrinted,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  subtitle: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  status: {
    marginLeft: 'auto',
    // On a line of its own, it would push down the control that a thumb is about to touch.
    '@media (max-width: 767px)': { position: 'absolute', top: 0, right: 0 },
  },
  givesWay: { '@media (max-width: 767px)': { visibility: 'hidden' } },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(220px, 2fr) repeat(3, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalS,
    '@media (max-width: 767px)': {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      '& > :last-child': { gridColumn: '1 / -1' },
    },
    ...notPrinted,
  },
  choice: {
    minWidth: 0,
    '& select': { width: '100%', minWidth: 0, textOverflow: 'ellipsis' },
  },
});

interface FilterPanelProps {
  role: Role;
  filter: DeviceFilter;
  total: number | undefined;
  filtering: boolean;
  narrow: (changes: Partial<Record<FilterName, string>>) => void;
  onClear: () => void;
  /** How often all filters were cleared; each time, text typed but not yet searched for is cleared too. */
  clearings: number;
}

export function FilterPanel({ role, filter, total, filtering, narrow, onClear, clearings }: FilterPanelProps) {
  const styles = useStyles();
  const badges = useBadgeStyles();
  // On paper the list says what it is a part of.
  const isFiltered = filterNames.some((name) => filter[name]);
  const choice = (name: Exclude<FilterName, 'q'>, label: string, options: ReactNode) => (
    <Select
      className={styles.choice}
      aria-label={label}
      value={filter[name] ?? 'ALL'}
      onChange={(_, { value }) => narrow({ [name]: value })}
    >
      {options}
    </Select>
  );
  return (
    <Panel className={mergeClasses(styles.panel, !isFiltered && styles.onScreenOnly)} aria-labelledby="filter-title">
      <div className={styles.head}>
        <h2 id="filter-title" className={styles.title}>
          Filter Devices
        </h2>
        <p className={mergeClasses(styles.subtitle, filtering && styles.givesWay)}>Narrow down your search results</p>
        <span className={styles.status} role="status">
          {filtering && <span className={mergeClasses(badges.badge, badges.neutral)}>Filtering...</span>}
        </span>
      </div>
      <div className={styles.fields}>
        <SearchField
          key={clearings}
          text={filter.q ?? ''}
          placeholder="Search asset number, student, model, issue or assignee"
          onSearch={(q) => narrow({ q })}
        />
        {choice(
          'school',
          'School',
          <SchoolOptions first={{ value: 'ALL', text: 'All schools' }} chosen={filter.school} />,
        )}
        {choice('status', 'Status', <StatusFilterOptions role={role} />)}
        {choice('priority', 'Priority', <PriorityFilterOptions />)}
      </div>
      <FilterTags filter={filter} total={total} narrow={narrow} onClear={onClear} />
    </Panel>
  );
}

function StatusFilterOptions({ role }: { role: Role }) {
  return (
    <>
      <option value="ALL">All statuses</option>
      <option value="INTAKE">{statusLabels.INTAKE}</option>
      <option value="IN_PROGRESS">{statusLabels.IN_PROGRESS}</option>
      <option value="COMPLETED">{statusLabels.COMPLETED}</option>
      {role === 'Admin' && <option value="PARTS">{statusLabels.PARTS}</option>}
    </>
  );
}

function PriorityFilterOptions() {
  return (
    <>
      <option value="ALL">All priorities</option>
      <option value="High">High</option>
      <option value="Medium">Medium</option>
      <option value="Low">Low</option>
    </>
  );
}
