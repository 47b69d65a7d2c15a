import { makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import type { Role } from '@repairline/contracts/identity/views';
import { factFilterNames, factFilters, type FactFilter } from '@repairline/contracts/repairs/device-facts';
import type { DeviceFilter } from './live-list/list-api';
import { useBadgeStyles } from '../../components/text/badge-styles';
import { SchoolOptions } from '../../components/forms/school-options';
import { notPrinted } from '../../components/page/use-is-printed';
import { Panel } from '../../components/page/panel';
import { FilterTags } from './filter-tags';
import { SearchField } from '../../components/input/search-field';
import { filterNames, type FilterChanges } from './use-device-filter';

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
    gridTemplateColumns: `minmax(220px, 2fr) repeat(${factFilterNames.length}, minmax(0, 1fr))`,
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
  narrow: (changes: FilterChanges) => void;
  onClear: () => void;
  /** How often all filters were cleared; each time, text typed but not yet searched for is cleared too. */
  clearings: number;
}

export function FilterPanel({ role, filter, total, filtering, narrow, onClear, clearings }: FilterPanelProps) {
  const styles = useStyles();
  const badges = useBadgeStyles();
  // On paper the list says what it is a part of.
  const isFiltered = filterNames.some((name) => filter[name]);
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
        {factFilterNames.map((name) => (
          <Select
            key={name}
            className={styles.choice}
            aria-label={factFilters[name].label}
            value={filter[name] ?? 'ALL'}
            onChange={(_, { value }) => narrow({ [name]: value })}
          >
            <FilterOptions of={factFilters[name]} chosen={filter[name]} role={role} />
          </Select>
        ))}
      </div>
      <FilterTags filter={filter} total={total} narrow={narrow} onClear={onClear} />
    </Panel>
  );
}

/** Only Admins see deprovisioned devices in lists. */
function FilterOptions({ of: { all, choices }, chosen, role }: { of: FactFilter; chosen?: string; role: Role }) {
  if (!choices) return <SchoolOptions first={{ value: 'ALL', text: all }} chosen={chosen} />;
  const offered = Object.entries(choices).filter(([value]) => value !== 'PARTS' || role === 'Admin');
  return [['ALL', all], ...offered].map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
