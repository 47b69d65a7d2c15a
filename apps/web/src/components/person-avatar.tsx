import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { initials } from './initials';
import { tooltip } from './tooltip/tooltip';

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
