import { makeStyles, tokens } from '@fluentui/react-components';
import { notPrinted } from '../../components/page/use-is-printed';

/** The panels of the profile, and the lists in them. */
export const usePanelStyles = makeStyles({
  panel: {
    maxWidth: '560px',
    padding: tokens.spacingHorizontalXXL,
    '@media (max-width: 767px)': { padding: tokens.spacingHorizontalL },
    ...notPrinted,
  },
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  save: { justifySelf: 'start' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  title: {
    flexGrow: 1,
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { color: tokens.colorNeutralForeground3 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} 0`,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  about: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  action: { flexShrink: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  times: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});
