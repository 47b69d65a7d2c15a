const LONGEST_PRINTED = 20;

/** Whether an asset number is longer than any label a school prints, so that it needs smaller type. */
export const isLongNumber = (barcodeNumber: string) => barcodeNumber.length > LONGEST_PRINTED;
