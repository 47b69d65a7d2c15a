import { makeStyles, mergeClasses, shorthands, ToggleButton, tokens } from '@fluentui/react-components';
import { commonIssues } from '@repairline/contracts/issues';

const strongBorder = shorthands.borderColor(tokens.colorNeutralForeground2);

const useStyles = makeStyles({
  panel: { border: 0, margin: 0, padding: 0, minWidth: 0 },
  legend: {
    padding: 0,
    marginBottom: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  chips: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  chip: { minWidth: 'auto', fontWeight: tokens.fontWeightRegular },
  // The fill alone hardly differs. A shadow widens the border without moving the other chips.
  chosen: {
    ...strongBorder,
    boxShadow: `inset 0 0 0 ${tokens.strokeWidthThin} ${tokens.colorNeutralForeground2}`,
    ':hover': strongBorder,
    ':hover:active,:active:focus-visible': strongBorder,
  },
});

/** Chips that add common issues to an issue text and take them out again. */
export function CommonIssues({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const styles = useStyles();
  const chosen = splitIssues(text);
  return (
    <fieldset className={styles.panel}>
      <legend className={styles.legend}>Common Issues</legend>
      <div className={styles.chips}>
        {commonIssues.map((issue) => (
          <ToggleButton
            key={issue}
            className={mergeClasses(styles.chip, chosen.includes(issue) && styles.chosen)}
            size="small"
            shape="circular"
            checked={chosen.includes(issue)}
            onClick={() => onChange(joinIssues(text, issue))}
          >
            {issue}
          </ToggleButton>
        ))}
      </div>
    </fieldset>
  );
}

const SEPARATOR = ', ';

export function splitIssues(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Adds an issue to the text, or removes it if it is there. Other text stays as it is. */
export function joinIssues(text: string, issue: string): string {
  if (!splitIssues(text).includes(issue)) {
    const before = text.trimEnd().replace(/,$/u, '');
    return before ? `${before}${SEPARATOR}${issue}` : issue;
  }
  const others = text.split(',').filter((part) => part.trim() !== issue);
  return others.join(',').trimStart();
}
