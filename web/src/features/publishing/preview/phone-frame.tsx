import { type MouseEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** Shows its children in a window as wide as a phone, so that the style sheets see that width. */
export function PhoneFrame({ children }: { children: ReactNode }) {
  const inside = useRef<Document>(null);
  const [body, setBody] = useState<HTMLElement>();
  // An empty document of this page: no address is loaded, which the content security policy would refuse.
  const open = useCallback((frame: HTMLIFrameElement | null) => {
    const fill = () => {
      const opened = frame?.contentDocument;
      if (!opened || inside.current === opened) return;
      inside.current = opened;
      for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) {
        opened.head.append(opened.importNode(sheet, true));
      }
      opened.title = document.title;
      opened.documentElement.lang = document.documentElement.lang;
      setBody(opened.body);
    };
    fill();
    // Some browsers replace the empty document once.
    frame?.addEventListener('load', fill);
    return () => frame?.removeEventListener('load', fill);
  }, []);
  const follow = (event: MouseEvent) => {
    const anchor =
      event.target instanceof Object && 'closest' in event.target && (event.target as Element).closest('a');
    if (!anchor || anchor.target === '_blank') return;
    // Another page would be loaded inside the frame, which no page allows.
    event.preventDefault();
    const { hash } = new URL(anchor.href);
    if (hash) inside.current?.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  };
  return (
    <div className="grid min-h-[calc(100dvh-4rem)] content-start justify-center bg-muted py-6">
      <iframe
        ref={open}
        title="Prévia no celular"
        className="h-[min(52.75rem,calc(100dvh-10rem))] w-[24.375rem] max-w-full border border-border-strong bg-background"
      />
      {body &&
        createPortal(
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps links from leaving the frame
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
          <div onClick={follow}>{children}</div>,
          body,
        )}
    </div>
  );
}
