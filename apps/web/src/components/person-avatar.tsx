import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { initials } from './initials';

const useStyles = makeStyles({
  avatar: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
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

export function PersonAvatar({ person }: { person: string }) {
  const styles = useStyles();
  const label = person || 'Unassigned';
  return (
    <span role="img" aria-label={label} title={label} className={mergeClasses(styles.avatar, !person && styles.nobody)}>
      <span aria-hidden>{person ? initials(person) : '–'}</span>
    </span>
  );
}
