/** A recording on another site, which is not requested until the visitor presses play. */
import { Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/link';

/** A recording on another site that may be shown inside a page. */
export interface ExternalSource {
  provider: 'YouTube' | 'Vimeo' | 'Spotify';
  kind: 'vídeo' | 'áudio';
  /** The frame's address; it plays at once, as the visitor has pressed play. */
  frame: string;
}

/** Permissions of the frame of an external recording. */
export const FRAME = {
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const;

export interface ExternalPlayerProps {
  source: ExternalSource;
  /** The page of the recording, for browsers without script. */
  href: string;
  title: string;
  cover: ReactNode;
}

export function ExternalPlayer({ source, href, title, cover }: ExternalPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [wanted, setWanted] = useState(false);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  useEffect(() => {
    // The pressed button is removed.
    if (wanted) frame.current?.focus();
  }, [wanted]);
  if (wanted) {
    return (
      <iframe ref={frame} src={source.frame} title={title} {...FRAME} className="block aspect-video w-full bg-block" />
    );
  }
  const label = (
    <>
      <Play aria-hidden="true" className="size-4.5 fill-current text-north" strokeWidth={1.6} />
      Reproduzir {source.kind} do {source.provider}
    </>
  );
  return (
    <div className="grid overflow-hidden bg-block *:col-start-1 *:row-start-1">
      <div className="relative aspect-video w-full">{cover}</div>
      <div className="relative grid content-end justify-items-start gap-3 p-4 md:p-6">
        {scripted ? (
          <Button variant="paper" onClick={() => setWanted(true)}>
            {label}
          </Button>
        ) : (
          <ButtonLink href={href} variant="paper">
            {label}
          </ButtonLink>
        )}
        <p className="max-w-[44ch] bg-block px-2.5 py-1.5 text-small text-block-foreground">
          Ao carregar, o {source.provider} recebe seu endereço IP.
        </p>
      </div>
    </div>
  );
}
