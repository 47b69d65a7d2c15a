import type { UIEvent } from 'react';

/**
 * What a button does where another one may stand in its place right after, as when it takes back what it did or its row leaves
 * the list: of a double click the first counts alone.
 */
export function firstPress(act: () => unknown) {
  return ({ detail }: Pick<UIEvent, 'detail'>): void => {
    if (detail < 2) act();
  };
}
