import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';

const useStyles = makeStyles({
  panel: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    boxSizing: 'border-box',
  },
});

/** A surface on the page. */
export function Panel({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={mergeClasses(useStyles().panel, className)} {...rest} />;
}
