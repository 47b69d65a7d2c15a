import { useEffect, useLayoutEffect, useState, type ComponentType } from 'react';
import { holdTyping } from '../forms/typed-ahead';
import { LoadingOverlay } from '../loading';
import { useToast } from '../toasts/use-toast';

/** The toast for a part of the page that could not be fetched. */
export const NOT_LOADED = 'This could not be loaded. Check the connection and try again.';

/**
 * A dialog whose code is fetched when it is first opened, with a spinner if that takes a while. If the fetch fails, the
 * dialog closes and a toast says so; the rest of the page stays. The next opening asks again, and the page reloads if
 * the browser remembers the failure (`reloadOnMissingChunk`). React's `lazy` would take the screen down with it, and its
 * Suspense shows nothing new for 300 ms after the fallback.
 */
export function onDemand<Props extends { onClose: () => void }>(
  fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  return function OnDemand(props) {
    const [Dialog, setDialog] = useState(() => fetched);
    const { failed } = useToast();
    const { onClose } = props;
    // What is typed from now on belongs in the dialog.
    useLayoutEffect(holdTyping, []);
    useEffect(() => {
      if (Dialog) return;
      let isOpen = true;
      fetch().then(
        (component) => {
          fetched = component;
          if (isOpen) setDialog(() => component);
        },
        (thrown: unknown) => {
          if (!isOpen) return;
          failed(thrown, NOT_LOADED);
          onClose();
        },
      );
      return () => {
        isOpen = false;
      };
    }, [Dialog, failed, onClose]);
    return Dialog ? <Dialog {...props} /> : <LoadingOverlay />;
  };
}
