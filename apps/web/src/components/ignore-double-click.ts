import type { UIEvent } from 'react';

/**
 * For a button that another may replace right after the click, because it turns into its opposite or its row leaves the
 * list: of a double click, only the first click counts.
 */
export function ignoreDoubleClick(act: () => unknown) {
  return ({ detail }: Pick<UIEvent, 'detail'>): void => {
    if (detail < 2) act();
  };
}
