import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { WithLive } from '../live/live-slice';
import { VisuallyHidden } from './visually-hidden';

/** Tells screen readers which of the devices in view someone else has just changed. It has to be there before they change. */
export function ChangesHeard({ among }: { among: readonly { barcodeNumber: string }[] }) {
  const flashing = useSelector((state: WithLive) => state.live.flashing);
  const inView = useMemo(() => new Set(among.map(({ barcodeNumber }) => barcodeNumber)), [among]);
  const changed = flashing.filter((one) => inView.has(one));
  const [first] = changed;
  return (
    <VisuallyHidden role="status">
      {first && (changed.length === 1 ? `${first} has been updated` : `${changed.length} devices have been updated`)}
    </VisuallyHidden>
  );
}
