import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  lines: { margin: 0, paddingLeft: tokens.spacingHorizontalL },
  notes: { margin: `${tokens.spacingVerticalXS} 0 0`, whiteSpace: 'pre-wrap', ':first-child': { marginTop: 0 } },
  muted: { color: tokens.colorNeutralForeground3 },
});

export function WorkPerformed({ actions, comments }: { actions: string; comments: string | null }) {
  const styles = useStyles();
  const lines = workLines(actions);
  const notes = comments?.trim();
  if (lines.length === 0 && !notes) return <span className={styles.muted}>No work details recorded</span>;
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line, index) => (
            <li key={index}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      )}
      {notes && (
        <p className={styles.notes}>
          <span className={styles.muted}>Notes:</span> <bdi>{notes}</bdi>
        </p>
      )}
    </>
  );
}

/** The lines of a text, without the asterisks with which people mark lists. */
export function workLines(actions: string): string[] {
  return actions
    .split(/\r?\n/u)
    .map((line) => line.replaceAll('*', '').trim())
    .filter(Boolean);
}
