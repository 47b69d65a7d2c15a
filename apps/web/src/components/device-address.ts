import { useLocation } from 'react-router-dom';

/** Where a device is shown. */
export function deviceAddress(barcodeNumber: string): string {
  return `/devices/${encodeURIComponent(barcodeNumber)}`;
}

/** The asset number in the address of a device. The router's own reading takes a '%2F' in a number for a '/'. */
export function useAddressedNumber(): string {
  const [, typed = ''] = /^\/devices\/([^/]+)/iu.exec(useLocation().pathname) ?? [];
  try {
    return decodeURIComponent(typed);
  } catch {
    // Typed by hand: a '%' that stands for itself.
    return typed;
  }
}
