import { Check, Link as LinkIcon, Mail, MessageCircle, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { useSite } from '@/lib/site';
import { Button } from '@/ui/button';
import { ButtonLink, LinkArrow } from '@/ui/link';
import { toast } from '@/ui/toast';
import type { Article } from '../queries';
import { contentText } from '../text';

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.6 } as const;

/** Ways to pass an article on. The links work by themselves; copying and the system's own sheet need script. */
export function ArticleShare({ article: { id, title } }: { article: Article }) {
  const { origin } = useSite();
  const address = origin + paths.article(id);
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)];
  return (
    <section aria-labelledby="share" className="print:hidden">
      <h2 id="share" className="mb-3 font-label type-ui">
        Compartilhar
      </h2>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`https://www.linkedin.com/sharing/share-offsite/?url=${url}`}
          newTab
          variant="soft"
          size="small"
        >
          LinkedIn
          <LinkArrow newTab />
        </ButtonLink>
        <ButtonLink href={`https://wa.me/?text=${text}%20${url}`} newTab variant="soft" size="small">
          <MessageCircle {...icon} />
          WhatsApp
        </ButtonLink>
        <ButtonLink href={`mailto:?subject=${text}&body=${url}`} variant="soft" size="small">
          <Mail {...icon} />
          E-mail
        </ButtonLink>
        <ScriptedWays address={address} title={title} />
      </div>
    </section>
  );
}

function ScriptedWays({ address, title }: { address: string; title: string }) {
  const [copied, setCopied] = useState(false);
  // Known in the browser only: the server cannot tell which system will read the page.
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === 'function'), []);

  const copy = () => {
    navigator.clipboard.writeText(address).then(
      () => {
        setCopied(true);
        toast(contentText.copied);
      },
      () => toast(contentText.notCopied),
    );
  };
  const share = () => {
    navigator.share({ title, url: address }).catch((reason: unknown) => {
      // Closing the sheet is no failure.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) toast(contentText.notShared);
    });
  };
  const CopyIcon = copied ? Check : LinkIcon;
  return (
    <>
      <Button variant="soft" size="small" onClick={copy} className="noscript:hidden">
        <CopyIcon {...icon} />
        Copiar link
      </Button>
      {canShare && (
        <Button variant="soft" size="small" onClick={share}>
          <Share2 {...icon} />
          Mais opções
        </Button>
      )}
    </>
  );
}
