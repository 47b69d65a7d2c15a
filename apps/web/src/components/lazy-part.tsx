import { lazy, useEffect, useState, type ComponentType } from 'react';

export type LazyPart<Props> = ComponentType<Props> & {
  /** Begins the download, and ends when the code is there. Rejects if it cannot be fetched, as the part itself does. */
  load: () => Promise<unknown>;
};

/**
 * A part of the page whose code is a download of its own, which begins when the part is first shown, or with `load`. A
 * part that has been loaded is drawn at once. React's `lazy` draws the fallback of its Suspense even then, after which
 * Suspense shows nothing new for 300 ms.
 */
export function lazyPart<Props extends object>(fetch: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    loaded = await fetch();
    return { default: loaded };
  };
  const Lazy = lazy(load);
  function Part(props: Props) {
    // Kept as it first was: another component in this place would lose the state of the part.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load });
}

/** Whether `load` has ended, which begins as soon as the code is `wanted`. If it failed, showing the code will say so. */
export function useLoaded(load: () => Promise<unknown>, wanted = true): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const ended = () => setLoaded(true);
    if (wanted) load().then(ended, ended);
  }, [load, wanted]);
  return isLoaded;
}
