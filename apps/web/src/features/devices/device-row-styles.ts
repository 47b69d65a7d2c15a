import { makeStyles, tokens } from '@fluentui/react-components';
import { notPrinted } from '../../components/page/use-is-printed';

const narrow = '@media (max-width: 767px)';
const tight = '@media (min-width: 768px) and (max-width: 899px)';
const small = {
  color: tokens.colorNeutralForeground3,
  fontSize: tokens.fontSizeBase200,
  lineHeight: tokens.lineHeightBase200,
} as const;
const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media print': { whiteSpace: 'normal' },
} as const;

export const DIVIDER_PX = 32;

/** All rows use the same grid, so that columns line up down the page. */
const rowColumns = 'minmax(208px, 1.1fr) minmax(0, 1.5fr) minmax(0, 1.25fr) 28px 100px 124px';
/** If space is tight, the issue gets most of it. */
const tightColumns = '188px minmax(0, 2fr) minmax(0, 1fr) 28px 88px 116px';

export const useRowStyles = makeStyles({
  divider: {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    height: `${DIVIDER_PX}px`,
    margin: 0,
    paddingInline: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground1Selected,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    [narrow]: { paddingInline: tokens.spacingHorizontalM },
  },
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: rowColumns,
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: '64px',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    [tight]: { gridTemplateColumns: tightColumns, columnGap: tokens.spacingHorizontalS },
    [narrow]: {
      gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr) auto 28px 44px',
      gridTemplateAreas:
        '"asset asset asset who menu" "issue issue updated updated menu" "student place place place menu"',
      columnGap: 0,
      rowGap: tokens.spacingVerticalXXS,
      paddingLeft: tokens.spacingHorizontalM,
      paddingRight: tokens.spacingHorizontalXS,
    },
  },
  changed: { backgroundColor: tokens.colorBrandBackground2 },
  asset: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    minWidth: 0,
    [narrow]: {
      gridArea: 'asset',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: tokens.spacingHorizontalXS,
    },
  },
  number: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  // A number longer than any printed label wraps instead of running into the next column.
  long: {
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  issue: { display: 'grid', minWidth: 0, [narrow]: { display: 'contents' } },
  latest: { [narrow]: { gridArea: 'issue' } },
  student: { [narrow]: { gridArea: 'student', marginRight: tokens.spacingHorizontalS } },
  main: oneLine,
  minor: { ...oneLine, ...small },
  place: {
    display: 'grid',
    minWidth: 0,
    [narrow]: { gridArea: 'place', display: 'flex', columnGap: tokens.spacingHorizontalS },
  },
  school: { ...oneLine, [narrow]: { ...small, flexShrink: 0 } },
  who: { display: 'flex', [narrow]: { gridArea: 'who' } },
  updated: {
    textAlign: 'right',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    [narrow]: { gridArea: 'updated', marginLeft: tokens.spacingHorizontalS },
  },
  // Takes the place of a line of text that is still loading.
  line: { display: 'flex', alignItems: 'center', height: tokens.lineHeightBase200, minWidth: 0 },
  updating: { display: 'grid', justifyItems: 'end', [narrow]: { gridArea: 'updated' } },
  actions: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: tokens.spacingHorizontalXS,
    [narrow]: { gridArea: 'menu' },
  },
  // The link covers the whole row; other controls lie above it.
  details: {
    color: tokens.colorBrandForegroundLink,
    fontSize: tokens.fontSizeBase200,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    outline: 'none',
    ...notPrinted,
    // The focus ring is around the whole row.
    scrollMarginBlock: '32px',
    '::after': { content: '""', position: 'absolute', inset: 0 },
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible::after': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `-${tokens.strokeWidthThick}`,
      borderRadius: tokens.borderRadiusMedium,
    },
    [narrow]: { position: 'absolute', inset: 0, fontSize: 0 },
  },
  menu: {
    position: 'relative',
    zIndex: 1,
    scrollMarginBlock: tokens.spacingVerticalL,
    minWidth: '32px',
    minHeight: '32px',
    '@media (pointer: coarse)': { minWidth: '44px', minHeight: '44px' },
    [narrow]: { minWidth: '44px', minHeight: '44px' },
  },
});
