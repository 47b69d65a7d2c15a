import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { firstControlIn } from '../../components/input/lost-focus';
import { notPrinted } from '../../components/page/use-is-printed';
import { numberText } from '../../components/text/number-text';
import { ShownOfAll } from '../../components/lists/shown-of-all';
import { ErrorState } from '../../components/page/states';

const useStyles = makeStyles({
  more: {
    display: 'flex',
    justifyContent: 'center',
    padding: tokens.spacingHorizontalM,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    ...notPrinted,
  },
});

interface Loaded {
  data?: { pages: unknown[] };
  isFetchNextPageError: boolean;
  error?: unknown;
}

export interface MoreOfList extends Pick<Loaded, 'data'> {
  /** The latest request for the list that shows. */
  requestId?: string;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => PromiseLike<Loaded> & { requestId: string };
}

interface ShowMoreProps {
  list: MoreOfList;
  shown: number;
  total: number;
  lastRow: () => Element | null | undefined;
}

export function ShowMore({ list, shown, total, lastRow }: ShowMoreProps) {
  const styles = useStyles();
  const button = useRef<HTMLButtonElement>(null);
  const { more, isLoading, failure } = useNextPage(list);
  useFocusOnNewRows(list.hasNextPage, button, lastRow);
  if (!list.hasNextPage) return null;
  const retry = () => {
    // The message goes, and the focus with it.
    button.current?.focus({ preventScroll: true });
    more();
  };
  return (
    <>
      <ShownOfAll shown={shown} total={total} />
      <div className={styles.more}>
        <Button ref={button} disabledFocusable={isLoading} onClick={more}>
          {isLoading ? 'Loading…' : `Show more (${numberText(shown)} of ${numberText(total)})`}
        </Button>
      </div>
      {failure !== undefined && (
        <ErrorState slim title="Failed to fetch more completed repairs" error={failure} onRetry={retry} />
      )}
    </>
  );
}

/**
 * A list that is being reread refuses to fetch its next page, so a wish for it is kept and asked for again once the list
 * has been reread. The list may refuse before its reread shows, hence one call for each request that shows.
 */
function useNextPage({ data, requestId, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage }: MoreOfList) {
  const [isWanted, setIsWanted] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const asked = useRef<readonly (string | undefined)[]>([]);
  const pages = data?.pages.length ?? 0;
  if (isWanted && !hasNextPage) setIsWanted(false);
  useEffect(() => {
    if (!isWanted || isFetching || asked.current.includes(requestId)) return;
    const call = fetchNextPage();
    asked.current = [requestId, call.requestId];
    void call.then((list) => {
      const isLoaded = (list.data?.pages.length ?? 0) > pages;
      if (isLoaded || list.isFetchNextPageError) setIsWanted(false);
      // Kept here, because the list forgets it when it is next reread.
      if (list.isFetchNextPageError) setFailure(list.error);
    });
  }, [isWanted, isFetching, requestId, pages, fetchNextPage]);
  const more = () => {
    asked.current = [];
    setFailure(undefined);
    setIsWanted(true);
  };
  return { more, isLoading: isWanted || isFetchingNextPage, failure };
}

/** If the button disappears together with the focus, the first of the rows that took its place gets it. */
function useFocusOnNewRows(
  hasNextPage: boolean,
  button: RefObject<HTMLButtonElement | null>,
  lastRow: () => Element | null | undefined,
): void {
  const above = useRef<Element | null>(undefined);
  useLayoutEffect(() => {
    if (hasNextPage) {
      above.current = document.activeElement === button.current ? lastRow() : undefined;
      return;
    }
    const first = above.current?.nextElementSibling;
    above.current = undefined;
    // Leaves the focus alone if the person has moved on.
    if (first && document.activeElement === document.body) firstControlIn(first)?.focus({ preventScroll: true });
  });
}
