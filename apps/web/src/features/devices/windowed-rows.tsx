import { makeStyles, tokens } from '@fluentui/react-components';
import { defaultRangeExtractor, useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ChangeAnnouncer } from '../../components/device/change-announcer';
import { Panel } from '../../components/page/panel';
import { ShownOfAll } from '../../components/lists/shown-of-all';
import { ErrorState } from '../../components/page/states';
import { useIsPrinted } from '../../components/page/use-is-printed';
import { DeviceRow } from './device-row';
import { DIVIDER_PX, useRowStyles } from './device-row-styles';
import { dividerAbove, type ListItem } from './list-items';
import { fetchRowMenu } from './quick-actions';
import { useSteadyRows } from './use-steady-rows';

const HEADER_PX = 48;
const ROW_PX = 64;
/** How many rows before the end the next page is requested. */
const AHEAD = 40;
/** How many rows and dividers are printed at most: more would keep the browser busy for seconds. */
const PRINTED = 500;

const useStyles = makeStyles({
  // Keeps the corners round; any value but `clip` would break sticky positioning.
  list: { overflow: 'clip' },
  rows: { position: 'relative', width: '100%', '@media print': { height: 'auto !important' } },
  item: {
    position: 'absolute',
    top: 0,
    left: 0,
    width: '100%',
    '@media print': { position: 'static', transform: 'none !important' },
  },
  stuck: { position: 'sticky', top: `${HEADER_PX}px`, zIndex: 2, '@media print': { position: 'static' } },
  more: {
    padding: tokens.spacingHorizontalM,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface WindowedRowsProps {
  user: SignedInUser;
  items: ListItem[];
  total: number;
  more: boolean;
  moreError: unknown;
  loadingMore: boolean;
  onMore: () => void;
}

/** Renders only the rows near the window, or all to print; the divider of the topmost row sticks below the header. */
export function WindowedRows({ user, items, total, more, moreError, loadingMore, onMore }: WindowedRowsProps) {
  const styles = useStyles();
  const rowStyles = useRowStyles();
  const rows = useRef<HTMLDivElement>(null);
  const top = useDistanceFromTop(rows);
  const isPrinted = useIsPrinted();
  const virtualizer = useWindowedItems(items, top, isPrinted);
  const inPage = virtualizer.getVirtualItems();
  useSteadyRows(items, virtualizer, top);
  const stuck = dividerAbove(items, virtualizer.range?.startIndex ?? 0);

  useNextPage(more && !isPrinted, inPage.at(-1)?.index ?? 0, items.length, onMore);
  useEffect(fetchRowMenu, []);

  return (
    <div>
      <ChangeAnnouncer among={devicesShown(items, virtualizer.range)} />
      <Panel aria-label="Devices" className={styles.list}>
        <div
          ref={rows}
          role="list"
          aria-label="Devices"
          className={styles.rows}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {inPage.map(({ index, key, start }) => {
            const item = items[index];
            if (!item) return null;
            const isStuck = index === stuck;
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="listitem"
                className={isStuck ? styles.stuck : styles.item}
                style={isStuck ? undefined : { transform: `translateY(${start - top}px)` }}
                {...(item.kind === 'device' && { 'aria-setsize': total, 'aria-posinset': item.place })}
              >
                {item.kind === 'divider' ? (
                  <h3 className={rowStyles.divider}>{item.priority} Priority</h3>
                ) : (
                  <DeviceRow device={item.device} user={user} />
                )}
              </div>
            );
          })}
        </div>
        {isPrinted && <ShownOfAll shown={devicesIn(items.slice(0, PRINTED)).length} total={total} />}
        {moreError !== undefined && (
          <ErrorState slim title="Failed to fetch more devices" error={moreError} onRetry={onMore} />
        )}
        {loadingMore && (
          <div className={styles.more} role="status">
            Loading more devices…
          </div>
        )}
      </Panel>
    </div>
  );
}

/** Requests the next page when the last item in the document is near the end of those loaded. */
function useNextPage(more: boolean, last: number, loaded: number, onMore: () => void): void {
  useEffect(() => {
    if (more && last >= loaded - AHEAD) onMore();
  }, [more, last, loaded, onMore]);
}

function devicesShown(items: readonly ListItem[], range: Virtualizer<Window, Element>['range']): Device[] {
  return range ? devicesIn(items.slice(range.startIndex, range.endIndex + 1)) : [];
}

function devicesIn(items: readonly ListItem[]): Device[] {
  return items.flatMap((item) => (item.kind === 'device' ? item.device : []));
}

function useWindowedItems(items: ListItem[], top: number, isPrinted: boolean) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (isPrinted) return [...items.slice(0, PRINTED).keys()];
      const stuck = dividerAbove(items, range.startIndex);
      return [...new Set([...(stuck === undefined ? [] : [stuck]), ...defaultRangeExtractor(range)])];
    },
    [items, isPrinted],
  );
  return useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'divider' ? DIVIDER_PX : ROW_PX),
    getItemKey: (index) => items[index]?.key ?? index,
    scrollMargin: top,
    scrollPaddingStart: HEADER_PX + DIVIDER_PX,
    overscan: 10,
    rangeExtractor,
  });
}

/** The element's distance from the top of the page, kept current as content above it grows or shrinks. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = () => setTop(element.current ? element.current.getBoundingClientRect().top + window.scrollY : 0);
    place();
    const watch = new ResizeObserver(place);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [element]);
  return top;
}
