import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { tooltip } from '../tooltip/tooltip';

const useStyles = makeStyles({
  avatar: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  nobody: {
    backgroundColor: 'transparent',
    border: `${tokens.strokeWidthThin} dashed ${tokens.colorNeutralStroke1}`,
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground3,
  },
});

/** `decorative` if the name stands beside it or the control around it has a name of its own. */
export function PersonAvatar({ person, decorative = false }: { person: string; decorative?: boolean }) {
  const styles = useStyles();
  const label = person || 'Unassigned';
  const naming = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, ...tooltip(label) };
  return (
    <span {...naming} className={mergeClasses(styles.avatar, !person && styles.nobody)}>
      <span aria-hidden>{person ? initials(person) : '–'}</span>
    </span>
  );
}

/** Up to two letters, from a name or from the part of an email before the @. */
export function initials(nameOrEmail: string): string {
  const words = (nameOrEmail.split('@')[0] ?? '').split(/[\s._-]+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  // One letter may become two: 'ß' is 'SS'.
  return picked.map((word) => [...(word ?? '').toUpperCase()][0] ?? '').join('');
}
