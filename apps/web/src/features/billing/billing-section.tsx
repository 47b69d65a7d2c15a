import { makeStyles, tokens } from '@fluentui/react-components';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { useRef, type ReactNode } from 'react';
import type { BillingPage } from './billing-api';
import { DataTable, SkeletonRows, type Column } from '../../components/lists/data-table';
import { Panel } from '../../components/page/panel';
import { useNewcomersLast } from '../../components/lists/use-newcomers-last';
import { BillingRow } from './billing-row';
import { ShowMore, type MoreOfList } from './show-more';

const columns: readonly Column[] = [
  { name: 'Date', width: '116px' },
  { name: 'Asset Number', width: '11%' },
  { name: 'Issue' },
  { name: 'Work Performed', width: '24%' },
  { name: 'Technician', width: '13%' },
  { name: 'Billing Notes', width: '17%' },
];
const actions: Column = { name: 'Actions', width: '148px', onScreenOnly: true };

const useStyles = makeStyles({
  section: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  subtitle: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
});

export interface BillingList extends MoreOfList {
  /** While the answer to a new search is awaited, that to the search before. */
  data?: { pages: BillingPage[] };
  currentData?: unknown;
}

interface BillingSectionProps {
  title: string;
  subtitle?: string;
  list: BillingList;
  search: string | undefined;
  /** How many rows are listed above this section. */
  rowsAbove: number;
  empty: ReactNode;
  /** Whether this person may mark items as sent or pending. */
  marks: boolean;
}

export function totalOf({ data }: BillingList): number | undefined {
  return data?.pages.at(-1)?.total;
}

export function itemsOf({ data }: BillingList): BillingItem[] | undefined {
  return data?.pages.flatMap(({ items }) => items);
}

export function BillingSection({ title, subtitle, list, search, rowsAbove, empty, marks }: BillingSectionProps) {
  const styles = useStyles();
  const section = useRef<HTMLElement>(null);
  const { rows: items, pointer } = useNewcomersLast(itemsOf(list), list.currentData ? (search ?? '') : undefined);
  const shown = marks ? [...columns, actions] : columns;
  return (
    <section ref={section} aria-label={title} className={styles.section} {...pointer}>
      <h2 className={styles.title}>{title}</h2>
      <Panel>
        {subtitle && <h3 className={styles.subtitle}>{subtitle}</h3>}
        {items?.length === 0 ? (
          empty
        ) : (
          <DataTable label={subtitle ?? title} columns={shown} busy={!items}>
            {items ? (
              items.map((item, index) => (
                <BillingRow key={item.id} item={item} place={rowsAbove + index} marks={marks} />
              ))
            ) : (
              <SkeletonRows columns={shown} rows={5} />
            )}
          </DataTable>
        )}
        <ShowMore
          key={search}
          list={list}
          shown={items?.length ?? 0}
          total={totalOf(list) ?? 0}
          lastRow={() => section.current?.querySelector('tbody')?.lastElementChild}
        />
      </Panel>
    </section>
  );
}
