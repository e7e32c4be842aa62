import { useEffect, useRef } from 'react';
import { trackView } from '@/lib/analytics';
import { useLocation } from '@/lib/router';
import { findPage, isPublic } from './pages';

/** Reports navigation to public pages; the server counts the first page itself. */
export function ViewReport() {
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
