import './styles/main.css';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { fetchBoot, readBoot } from './app/boot';
import { Providers } from './app/providers';
import { makeQueryClient } from './app/query-client';
import { findRoute } from './app/routes';
import { enterAt, Router } from './lib/router';

/** What a link of the accounts service leaves in the address (features/auth/landing.ts). */
const SIGN_IN = /[#?&](access_token|error_code|error|code|message)=/;

/** Takes over the page the server rendered, or renders it whole where only the shell came. */
async function start(root: HTMLElement) {
  const onward = SIGN_IN.test(location.search + location.hash) ? await landed() : undefined;
  const isShell = !root.firstElementChild;
  // A page the server rendered must be taken over as it is before anybody goes on from it.
  if (onward && isShell) enterAt(onward.to, onward.state);
  const [boot] = await Promise.all([readBoot() ?? fetchBoot(), findRoute(location.pathname).route.load()]);
  const queryClient = makeQueryClient();
  hydrate(queryClient, boot.query);
  const application = (
    <StrictMode>
      <Providers site={{ ...boot.site, origin: boot.origin }} queryClient={queryClient} posted={boot.posted}>
        <Router>
          <App onward={isShell ? undefined : onward} />
        </Router>
      </Providers>
    </StrictMode>
  );
  if (!isShell) {
    hydrateRoot(root, application, { onRecoverableError: reportHydration });
  } else {
    // The shell's title makes room for the page's.
    document.querySelector('title')?.remove();
    createRoot(root).render(application);
  }
}

/** Takes a session out of the address. Where that fails the page is shown all the same. */
async function landed() {
  try {
    const { land } = await import('./features/auth/landing');
    return await land();
  } catch (error) {
    console.error('the sign-in in the address could not be used', error);
  }
}

function reportHydration(error: unknown) {
  console.error('the page differs from what the server rendered', error);
}

const root = document.getElementById('root');
if (root) {
  start(root).catch((error: unknown) => {
    console.error('the application could not start', error);
    // A page that came complete stays readable; an empty shell says what to do.
    if (!root.firstElementChild)
      root.textContent = 'Não foi possível carregar a página. Recarregue em alguns instantes.';
  });
}
