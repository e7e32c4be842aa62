import { hydrate, notifyManager } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { enterAt, Router } from '@/lib/router';
import { allowTranslation } from '@/lib/translation';
import { App } from './app';
import { fetchBoot, readBoot } from './boot';
import { findPage } from './pages';
import { Providers } from './providers';
import { makeQueryClient } from './query-client';
import { load } from './routes';

/** The parameters of a link of the accounts service (features/accounts/callback/callback.ts). */
const SIGN_IN = /[#?&](access_token|error_code|error|code|message)=/;

// Query results reach components before the code that awaited them goes on. By default they do in a later task, and a component
// that drops its own copy of the data after an await shows the former data for a moment.
notifyManager.setScheduler(queueMicrotask);

export async function start(root: HTMLElement) {
  allowTranslation();
  const onward = SIGN_IN.test(location.search + location.hash) ? await landed() : undefined;
  const isShell = !root.firstElementChild;
  // A page the server rendered must be hydrated before navigating.
  if (onward && isShell) enterAt(onward.to, onward.state);
  const [boot] = await Promise.all([readBoot() ?? fetchBoot(), load(findPage(location.pathname).page)]);
  const queryClient = makeQueryClient();
  hydrate(queryClient, boot.query);
  const application = (onAlive: () => void) => (
    <StrictMode>
      <Providers site={{ ...boot.site, origin: boot.origin }} queryClient={queryClient} posted={boot.posted}>
        <Router>
          <App onward={isShell ? undefined : onward} onAlive={onAlive} />
        </Router>
      </Providers>
    </StrictMode>
  );
  // The page's own title replaces the shell's.
  if (isShell) document.querySelector('title')?.remove();
  const alive = new Promise<void>((onAlive) => {
    if (isShell) createRoot(root, { onRecoverableError: reportRetry }).render(application(onAlive));
    // As a transition React hydrates in slices of a few milliseconds, between which it responds to the visitor.
    else startTransition(() => void hydrateRoot(root, application(onAlive), { onRecoverableError: reportHydration }));
  });
  return { alive };
}

/** Takes a session out of the address. The page is shown even where that fails. */
async function landed() {
  try {
    const { land } = await import('@/features/accounts/callback/callback');
    return await land();
  } catch (error) {
    console.error('the sign-in in the address could not be used', error);
  }
}

function reportHydration(error: unknown) {
  console.error('the page differs from what the server rendered', error);
}

/** Reports why React rendered anew. Its own error names only that it did. */
function reportRetry(error: unknown) {
  console.error('the page was rendered anew', error instanceof Error ? (error.cause ?? error) : error);
}
