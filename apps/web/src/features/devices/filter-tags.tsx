import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss';
import { factFilters, type FactFilter } from '@repairline/contracts/repairs/device-facts';
import type { DeviceFilter } from './live-list/list-api';
import { devicesText } from '../../components/text/number-text';
import { filterNames, type FilterChanges, type FilterName } from './use-device-filter';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS, minHeight: '24px' },
  found: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    marginRight: tokens.spacingHorizontalXS,
  },
  onPaper: { display: 'none', fontSize: tokens.fontSizeBase200, '@media print': { display: 'inline' } },
  tag: {
    minWidth: 'auto',
    maxWidth: '100%',
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
});

interface FilterTagsProps {
  filter: DeviceFilter;
  total: number | undefined;
  narrow: (changes: FilterChanges) => void;
  onClear: () => void;
}

/** The active filters, each with a tag that removes it, and how many devices match. On paper, where no button is, words. */
export function FilterTags({ filter, total, narrow, onClear }: FilterTagsProps) {
  const styles = useStyles();
  const active = filterNames.filter((name) => filter[name]);
  return (
    <div className={styles.line}>
      <span className={styles.found} role="status">
        {total === undefined ? '' : `${devicesText(total)} found`}
      </span>
      <span className={styles.onPaper}>{active.map((name) => wordOf(name, filter)).join(' · ')}</span>
      {active.map((name) => (
        <Button
          key={name}
          className={styles.tag}
          size="small"
          shape="circular"
          icon={<Dismiss12Regular />}
          iconPosition="after"
          aria-label={`Remove filter ${wordOf(name, filter)}`}
          onClick={() => narrow({ [name]: '' })}
        >
          {wordOf(name, filter)}
        </Button>
      ))}
      {active.length > 1 && (
        <Button className={styles.tag} size="small" appearance="transparent" onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  );
}

function wordOf(name: FilterName, filter: DeviceFilter): string {
  const value = filter[name] ?? '';
  if (name === 'q') return `“${value}”`;
  const { chosen, choices = {} }: FactFilter = factFilters[name];
  return chosen?.(value) ?? choices[value] ?? value;
}
