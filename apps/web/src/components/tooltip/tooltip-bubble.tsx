import { Tooltip } from '@fluentui/react-components';
import { useEffect } from 'react';
import { tooltipText } from './tooltip';
import { TOOLTIP } from './tooltip-timing';

export function TooltipBubble({ target, onClose }: { target: HTMLElement | undefined; onClose: () => void }) {
  useEffect(() => {
    if (!target) return undefined;
    // An element that leaves the page is not left by the pointer, but it loses its size.
    const watch = new ResizeObserver(() => target.isConnected || onClose());
    watch.observe(target);
    return () => watch.disconnect();
  }, [target, onClose]);
  return (
    <Tooltip
      visible={target !== undefined}
      content={target ? tooltipText(target) : ''}
      relationship="inaccessible"
      positioning={{ target, position: 'above' }}
      hideDelay={TOOLTIP.grace}
      onVisibleChange={(_, { visible }) => visible || onClose()}
      withArrow
    />
  );
}
