import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode, Ref } from 'react';
import { notPrinted } from '../page/use-is-printed';
import { SkeletonBar } from '../page/skeleton';

/** Below this width there is no room for columns: each row becomes a card, each cell a line with its column's name. */
const stacked = '@media screen and (max-width: 1099px)';
/** On upright paper, an asset number stays on one line only if type and gaps are small. */
const printed = {
  '@media print': { paddingLeft: tokens.spacingHorizontalXS, paddingRight: tokens.spacingHorizontalXS },
} as const;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '@media print': { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
    [stacked]: { display: 'block', '& tbody': { display: 'block' }, '& colgroup': { display: 'none' } },
  },
  // The columns are as high as the table, so Chromium would anchor scrolling to them: rows added above would move the
  // others.
  widths: { overflowAnchor: 'none' },
  head: {
    [stacked]: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
  header: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    textAlign: 'left',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    ...printed,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomStyle: 'none' },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    [stacked]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      rowGap: tokens.spacingVerticalXS,
      padding: tokens.spacingHorizontalM,
    },
  },
  cell: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    verticalAlign: 'baseline',
    overflowWrap: 'anywhere',
    ...printed,
    ':first-child': { paddingLeft: tokens.spacingHorizontalL },
    ':last-child': { paddingRight: tokens.spacingHorizontalL },
    [stacked]: {
      display: 'grid',
      gridTemplateColumns: '112px minmax(0, 1fr)',
      columnGap: tokens.spacingHorizontalS,
      alignItems: 'baseline',
      padding: '0',
      ':first-child': { paddingLeft: 0 },
      ':last-child': { paddingRight: 0 },
      '::before': {
        content: 'attr(data-column)',
        color: tokens.colorNeutralForeground3,
        fontSize: tokens.fontSizeBase200,
        lineHeight: tokens.lineHeightBase300,
      },
    },
  },
  numeric: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', [stacked]: { textAlign: 'left' } },
  first: { paddingLeft: tokens.spacingHorizontalL, '@media print': { paddingLeft: tokens.spacingHorizontalL } },
  onScreenOnly: notPrinted,
  skeleton: { display: 'block', paddingBlock: tokens.spacingVerticalXS },
});

export interface Column {
  name: string;
  /** Share of the table's width, such as '12%'; columns without one share the rest. */
  width?: string;
  /** Aligned to the right, so that numbers line up. */
  numeric?: boolean;
  /** For controls: the column is not printed. */
  onScreenOnly?: boolean;
}

interface DataTableProps {
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column[];
  busy?: boolean;
  children: ReactNode;
}

// Browsers drop a table's semantics when it is laid out as cards; the explicit roles restore them.

export function DataTable({ label, columns, busy, children }: DataTableProps) {
  const styles = useStyles();
  return (
    <table role="table" aria-label={label} aria-busy={busy} className={styles.table}>
      <colgroup className={styles.widths}>
        {columns.map(({ name, width, onScreenOnly }) => (
          <col key={name} style={{ width }} className={mergeClasses(onScreenOnly && styles.onScreenOnly)} />
        ))}
      </colgroup>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {columns.map(({ name, numeric, onScreenOnly }, index) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={mergeClasses(
                styles.header,
                index === 0 && styles.first,
                numeric && styles.numeric,
                onScreenOnly && styles.onScreenOnly,
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

export function DataRow({ ref, children }: { ref?: Ref<HTMLTableRowElement>; children: ReactNode }) {
  return (
    <tr ref={ref} role="row" className={useStyles().row}>
      {children}
    </tr>
  );
}

interface DataCellProps extends Pick<Column, 'numeric' | 'onScreenOnly'> {
  /** The column's name. */
  column: string;
  children: ReactNode;
}

export function DataCell({ column, numeric, onScreenOnly, children }: DataCellProps) {
  const styles = useStyles();
  return (
    <td
      role="cell"
      data-column={column}
      className={mergeClasses(styles.cell, numeric && styles.numeric, onScreenOnly && styles.onScreenOnly)}
    >
      <div dir="auto">{children}</div>
    </td>
  );
}

/** As many placeholder rows as are likely to arrive, in the same shape. */
export function SkeletonRows({ columns, rows }: { columns: readonly Column[]; rows: number }) {
  const styles = useStyles();
  return Array.from({ length: rows }, (_, row) => (
    <DataRow key={row}>
      {columns.map(({ name, onScreenOnly }) => (
        <DataCell key={name} column={name} onScreenOnly={onScreenOnly}>
          <span className={styles.skeleton}>
            <SkeletonBar width="72%" height="14px" />
          </span>
        </DataCell>
      ))}
    </DataRow>
  ));
}
