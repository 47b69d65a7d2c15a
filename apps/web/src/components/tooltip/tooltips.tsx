import { Suspense, useEffect, useMemo, useState } from 'react';
import { latePart } from '../late/late-part';
import { watchTooltips } from './tooltip-events';
import { tooltipTiming } from './tooltip-timing';

const TooltipBubble = latePart(() => import('./tooltip-bubble').then((module) => module.TooltipBubble));

/**
 * The only tooltip of the page. A component around each element would cost a long list hundreds of them, and none would
 * know when another has closed.
 */
export function Tooltips() {
  const [target, setTarget] = useState<HTMLElement>();
  const timing = useMemo(() => tooltipTiming<HTMLElement>(setTarget), []);
  useEffect(() => watchTooltips(timing), [timing]);
  return (
    <Suspense fallback={null}>
      <TooltipBubble target={target} onClose={timing.close} />
    </Suspense>
  );
}
