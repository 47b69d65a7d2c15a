import { useLocation } from 'react-router-dom';

/** The address of a device's screen. */
export function deviceAddress(barcodeNumber: string): string {
  return `/devices/${encodeURIComponent(barcodeNumber)}`;
}

/** The asset number in the address of a device. The router's own decoding turns a '%2F' in a number into a '/'. */
export function useAddressedNumber(): string {
  const [, typed = ''] = /^\/devices\/([^/]+)/iu.exec(useLocation().pathname) ?? [];
  try {
    return decodeURIComponent(typed);
  } catch {
    // Typed by hand, with a literal '%'.
    return typed;
  }
}

/** Marks the history entry of a device opened from the list: the entry before it is the list. */
export const FROM_LIST = 'from-list';

const LONGEST_PRINTED = 20;

/** Whether an asset number is longer than any label a school prints, so that it needs smaller type. */
export const isLongNumber = (barcodeNumber: string) => barcodeNumber.length > LONGEST_PRINTED;
