import {
  lazy,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'react-redux';
import type { WithDrafts } from '../forms/drafts';
import { reloadKeepingDrafts } from '../forms/drafts-over-reload';
import { holdTyping } from '../forms/typed-ahead';
import { LoadingOverlay } from '../page/loading';
import { ErrorState } from '../page/states';
import { useToast } from '../toasts/use-toast';
import { isPageThere } from './reload-on-missing-chunk';

/** The toast for a part of the page that could not be fetched. */
export const NOT_LOADED = 'This could not be loaded. Check the connection and try again.';

export type LatePart<Props> = ComponentType<Props> & {
  /** Begins the download, and ends when the code is there. Rejects if it cannot be fetched, as the part itself does. */
  load: () => Promise<unknown>;
  isLoaded: () => boolean;
};

/**
 * A part of the page whose code is a download of its own, which begins when the part is first shown, or with `load`. A
 * part that has been loaded is drawn at once. React's `lazy` draws the fallback of its Suspense even then, after which
 * Suspense shows nothing new for 300 ms. Code that cannot be fetched is asked for again the next time.
 */
export function latePart<Props extends object>(fetch: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded ??= await fetch();
    return { default: loaded };
  };
  const Lazy = lazy(load);
  function Part(props: Props) {
    // Kept as it first was: another component in this place would lose the state of the part.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load, isLoaded: () => loaded !== undefined });
}

/**
 * A dialog whose code is fetched when it is first opened, with a spinner if that takes a while. If the fetch fails, the
 * dialog closes and a toast says so; the rest of the page stays.
 */
export function lateDialog<Props extends { onClose: () => void }>(
  fetch: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const Dialog = latePart(fetch);
  return function LateDialog(props) {
    const [isLoaded, setLoaded] = useState(Dialog.isLoaded);
    const { failed } = useToast();
    const { onClose } = props;
    // What is typed from now on belongs in the dialog.
    useLayoutEffect(holdTyping, []);
    useEffect(() => {
      if (isLoaded) return;
      let isOpen = true;
      Dialog.load().then(
        () => isOpen && setLoaded(true),
        (thrown: unknown) => {
          if (!isOpen) return;
          failed(thrown, NOT_LOADED);
          onClose();
        },
      );
      return () => {
        isOpen = false;
      };
    }, [isLoaded, failed, onClose]);
    return isLoaded ? <Dialog {...props} /> : <LoadingOverlay />;
  };
}

/** Whether `load` has ended, which begins as soon as the code is `wanted`. If it failed, showing the part will say so. */
export function useLoaded(load: () => Promise<unknown>, wanted = true): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const ended = () => setLoaded(true);
    if (wanted) load().then(ended, ended);
  }, [load, wanted]);
  return isLoaded;
}

/** If its content cannot be fetched or drawn, this notice replaces only that content, until `place` changes. */
export function PartBoundary({ place, children }: { place?: string; children: ReactNode }) {
  return (
    <ErrorBoundary resetKeys={[place]} fallback={<NotShown />}>
      {children}
    </ErrorBoundary>
  );
}

/** The browser remembers a failed part for the life of the page, so Retry reloads the page. */
function NotShown() {
  const store = useStore<WithDrafts>();
  const { failed } = useToast();
  const title = 'This part of the page could not be shown';
  const retry = async () => {
    if (await isPageThere()) reloadKeepingDrafts(store.getState());
    else failed(undefined, NOT_LOADED);
  };
  return <ErrorState title={title} heading="h1" error={undefined} onRetry={() => void retry()} />;
}
