import { useSyncExternalStore } from 'react';

const paper = matchMedia('print');
// Firefox prints a copy of the page and announces it only by these events.
let isAnnounced = false;
addEventListener('beforeprint', () => (isAnnounced = true));
addEventListener('afterprint', () => (isAnnounced = false));

function subscribe(changed: () => void) {
  paper.addEventListener('change', changed);
  addEventListener('beforeprint', changed);
  addEventListener('afterprint', changed);
  return () => {
    paper.removeEventListener('change', changed);
    removeEventListener('beforeprint', changed);
    removeEventListener('afterprint', changed);
  };
}

/** Whether the page is being printed. */
export const useIsPrinted = (): boolean => useSyncExternalStore(subscribe, () => isAnnounced || paper.matches);

/** Part of a style: for what serves only on the screen. `app/global.css` names the elements that never print. */
export const notPrinted = { '@media print': { display: 'none' } } as const;
