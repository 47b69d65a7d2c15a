import { useEffect, useState, type ComponentType } from 'react';
import { LoadingOver } from './loading';
import { useToast } from './toasts/use-toast';

/** What a toast says of a part of the page that could not be fetched. */
export const NOT_LOADED = 'This could not be loaded. Check the connection and try again.';

/**
 * A dialog whose program is fetched when it is first opened; what takes a while is seen to be on its way. Where it cannot be
 * fetched it is closed again and a toast says so; the page stays as it is. The next opening asks again, and has the page
 * loaded anew where the browser remembers the failure (`reloadWhenReplaced`). React's `lazy` takes the screen with it, and
 * its Suspense shows nothing new for 300 ms after what it shows meanwhile.
 */
export function onDemand<Props extends { onClose: () => void }>(
  fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  return function OnDemand(props) {
    const [Dialog, setDialog] = useState(() => fetched);
    const { failed } = useToast();
    const { onClose } = props;
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
    return Dialog ? <Dialog {...props} /> : <LoadingOver />;
  };
}
