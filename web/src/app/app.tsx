import { Component, type ReactNode, Suspense, use, useEffect, useRef } from 'react';
import { Head } from '@/entities/head';
import { trackView } from '@/lib/analytics';
import { Navigate, useLocation } from '@/lib/router';
import { ErrorNotice } from '@/ui/error-notice';
import { SiteLayout } from './layout/site-layout';
import { LinkNavigation } from './link-navigation';
import { findPage, isPublic, type Page } from './pages';
import { load, type PageProps } from './routes';
import { ScrollRestoration } from './scroll-restoration';

function Content({ page, params, onAlive }: PageProps & AppProps & { page: Page }) {
  const { default: Component } = use(load(page));
  useEffect(() => onAlive?.(), [onAlive]);
  return <Component params={params} />;
}

export interface AppProps {
  /** Page to open at once, with its state. */
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

const failure = {
  title: 'Não foi possível mostrar esta página.',
  description: 'Confira a conexão e tente de novo. Se continuar, volte em alguns minutos.',
};

/** Keeps the rest of the site when a page fails to render or its code cannot be fetched. */
class ErrorBoundary extends Component<
  {
    children: ReactNode;
    onFailed?: (() => void) | undefined;
  },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailed?.();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="wrap py-16">
        <Head title="Página com erro" description={failure.description} />
        <h1 className="sr-only">Página com erro</h1>
        <ErrorNotice {...failure} onRetry={() => location.reload()} />
      </div>
    );
  }
}

/** Reports navigation to public pages; the server counts the first page itself. */
function ViewReport() {
  const { pathname } = useLocation();
  const reported = useRef(pathname);

  useEffect(() => {
    if (reported.current === pathname) return;
    reported.current = pathname;
    const { page } = findPage(pathname);
    if (isPublic(page.file) && !page.movedTo && !page.secret) trackView(pathname);
  }, [pathname]);

  return null;
}
