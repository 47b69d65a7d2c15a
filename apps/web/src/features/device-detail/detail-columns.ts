import { makeStyles, tokens } from '@fluentui/react-components';

/** The columns of a device's screen, and of what is shown while it loads. */
export const useDetailColumns = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(300px, 360px) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
    '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  log: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXXL,
    '@media (max-width: 899px)': { gap: tokens.spacingVerticalM },
  },
});
