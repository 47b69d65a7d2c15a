/** Part of a style: for what serves only on the screen. `app/global.css` names the elements that never print. */
export const notPrinted = { '@media print': { display: 'none' } } as const;
