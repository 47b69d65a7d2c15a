import { makeStyles, tokens } from '@fluentui/react-components';

export const useBadgeStyles = makeStyles({
  badge: {
    display: 'inline-flex',
    // The baseline is the text's, though an icon may come first: so a badge stands on the line of the texts beside it.
    alignItems: 'baseline',
    '& > svg': { alignSelf: 'center' },
    gap: tokens.spacingHorizontalXXS,
    boxSizing: 'border-box',
    height: '20px',
    paddingInline: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid transparent`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    fontWeight: tokens.fontWeightMedium,
    whiteSpace: 'nowrap',
    flexShrink: 0,
  },
  blue: { backgroundColor: tokens.colorPaletteBlueBackground2, color: tokens.colorPaletteBlueForeground2 },
  amber: { backgroundColor: tokens.colorPaletteMarigoldBackground2, color: tokens.colorPaletteMarigoldForeground2 },
  green: { backgroundColor: tokens.colorPaletteGreenBackground2, color: tokens.colorPaletteGreenForeground2 },
  neutral: { backgroundColor: tokens.colorNeutralBackground6, color: tokens.colorNeutralForeground2 },
  red: {
    backgroundColor: tokens.colorStatusDangerBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStatusDangerBorder1}`,
    color: tokens.colorStatusDangerForeground1,
  },
  outlined: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
  },
  subtle: { color: tokens.colorNeutralForeground3 },
});
