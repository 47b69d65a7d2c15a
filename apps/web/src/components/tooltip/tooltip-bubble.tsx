import { Tooltip } from '@fluentui/react-components';
import { useEffect } from 'react';
import { tooltipText } from './tooltip';
import { TOOLTIP } from './tooltip-timing';

export function TooltipBubble({ target, onClose }: { target: HTMLElement | undefined; onClose: () => void }) {
  useEffect(() => {
    if (!target) return undefined;
    // Removing an element fires no pointer event, but it changes the element's size.
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
