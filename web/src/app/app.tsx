import { Suspense, use } from 'react';
import { Outlet, useLocation, useRoutes } from 'react-router';
import { ErrorBoundary } from './error-boundary';
import { SiteLayout } from './layout/site-layout';
import { LinkNavigation } from './link-navigation';
import { type LiveRoute, notFoundRoute, routes } from './routes';
import { ScrollRestoration } from './scroll-restoration';

function Page({ route }: { route: LiveRoute }) {
  const { default: Content } = use(route.load());
  return <Content />;
}

const pagesOf = (shell: LiveRoute['shell']) =>
  [...routes, notFoundRoute]
    .filter((route) => route.shell === shell)
    .map((route) => ({ path: route.path, element: <Page route={route} /> }));

const siteShell = (
  <SiteLayout>
    <Pages />
  </SiteLayout>
);
const tree = [
  { element: siteShell, children: pagesOf('site') },
  { element: <Pages />, children: pagesOf('bare') },
];

function Pages() {
  const { pathname } = useLocation();
  return (
    // The boundary for waiting is outside the one that changes with the page: so the old page stays until the new is ready.
    <Suspense>
      <ErrorBoundary key={pathname}>
        <Outlet />
      </ErrorBoundary>
    </Suspense>
  );
}

/** The application inside its router: the same on the server and in the browser. */
export function App() {
  const content = useRoutes(tree);
  return (
    // The server cuts its output here: what React wrote before this element belongs into <head>.
    <div data-app="">
      {content}
      <LinkNavigation />
      <ScrollRestoration />
    </div>
  );
}
