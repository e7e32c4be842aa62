import './styles/main.css';
import { hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app';
import { fetchBoot, readBoot } from './app/boot';
import { Providers } from './app/providers';
import { makeQueryClient } from './app/query-client';
import { findRoute } from './app/routes';
import { Router } from './lib/router';

/** Takes over the page the server rendered, or renders it whole where only the shell came. */
async function start(root: HTMLElement) {
  const [boot] = await Promise.all([readBoot() ?? fetchBoot(), findRoute(location.pathname).route.load()]);
  const queryClient = makeQueryClient();
  hydrate(queryClient, boot.query);
  const application = (
    <StrictMode>
      <Providers site={{ ...boot.site, origin: boot.origin }} queryClient={queryClient} posted={boot.posted}>
        <Router>
          <App />
        </Router>
      </Providers>
    </StrictMode>
  );
  if (root.firstElementChild) {
    hydrateRoot(root, application, { onRecoverableError: reportHydration });
  } else {
    // The shell's title makes room for the page's.
    document.querySelector('title')?.remove();
    createRoot(root).render(application);
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
