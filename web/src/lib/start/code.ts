/** Code that is fetched when it is needed. */

/** The same promise, with the fields that React's `use` reads once it is settled. */
export function tracked<T>(promise: Promise<T>): Promise<T> {
  // The handlers return nothing: with the promise as their result, its failure would be one that nobody handles.
  promise.then(
    (value) => {
      Object.assign(promise, { status: 'fulfilled', value });
    },
    (reason: unknown) => {
      Object.assign(promise, { status: 'rejected', reason });
    },
  );
  return promise;
}

/** Fetches a module once. */
export function code<Module>(fetchCode: () => Promise<Module>): () => Promise<Module> {
  let fetched: Promise<Module> | undefined;
  return () => {
    fetched ??= tracked(fetchCode());
    return fetched;
  };
}
