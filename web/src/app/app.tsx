import { Suspense, use, useEffect } from 'react';
import { Navigate, useLocation } from '@/lib/router';
import { ErrorBoundary } from './error-boundary';
import { SiteLayout } from './layout/site-layout';
import { LinkNavigation } from './link-navigation';
import { findPage, isPublic, type Page } from './pages';
import { load, type PageProps } from './routes';
import { ScrollRestoration } from './scroll-restoration';
import { ViewReport } from './view-report';

function Content({ page, params, onAlive }: PageProps & AppProps & { page: Page }) {
  const { default: Component } = use(load(page));
  useEffect(() => onAlive?.(), [onAlive]);
  return <Component params={params} />;
}

export interface AppProps {
  /** Where to go at once, with the state of that page. */
  onward?: { to: string; state?: unknown } | undefined;
  onAlive?: (() => void) | undefined;
}

/**
 * The application inside its router: the same on the server and in the browser. Our own route table decides what is shown;
 * the router's way of rendering routes would bring several KB for data routes and their errors, which we do not have.
 */
export function App({ onward, onAlive }: AppProps) {
  const { pathname } = useLocation();
  const { page, params } = findPage(pathname);
  const content = (
    <ErrorBoundary key={pathname} onFailed={onAlive}>
      <Content page={page} params={params} onAlive={onAlive} />
    </ErrorBoundary>
  );
  return (
    // The server cuts its output here: what React wrote before this element belongs into <head>.
    <div data-app="">
      {/* Outside of all that changes with the page, its shell too: so the old page stays until the new is ready. */}
      <Suspense>{isPublic(page.file) ? <SiteLayout>{content}</SiteLayout> : content}</Suspense>
      {onward && <Navigate {...onward} replace />}
      <LinkNavigation />
      <ScrollRestoration />
      <ViewReport />
    </div>
  );
}
