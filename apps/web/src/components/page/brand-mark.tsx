import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  mark: { display: 'block', flexShrink: 0 },
  ground: { fill: tokens.colorBrandBackground },
  line: { stroke: tokens.colorNeutralForegroundOnBrand },
});

export function BrandMark({ size = 24 }: { size?: number }) {
  const styles = useStyles();
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect className={styles.ground} width="32" height="32" rx="7" />
      <path
        className={styles.line}
        d="M5 17h6l3-8 5 15 3-7h5"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
