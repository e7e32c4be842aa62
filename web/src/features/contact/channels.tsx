import { Mail, MessageCircle, UserRound } from 'lucide-react';
import type { ContactContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { Link, LinkArrow } from '@/ui/link';

/** The three other ways to talk, as rows of a ledger. */
export function Channels() {
  const site = useSite();
  const { links } = site;
  const channels = [
    { label: 'WhatsApp', about: 'Para uma conversa rápida', href: chatUrl(site, 'contact'), icon: MessageCircle },
    { label: 'E-mail', about: links.email, href: `mailto:${links.email}`, icon: Mail },
    { label: 'LinkedIn', about: 'Para quem já está por lá', href: links.professional_network, icon: UserRound },
  ];
  return (
    <section aria-labelledby="channels">
      <h2 id="channels" className="font-label type-ui">
        Canais
      </h2>
      <ul className="mt-4 border-t border-border-strong">
        {channels.map(({ label, about, href, icon: Icon }) => (
          <li key={label} className="border-b border-border">
            <Link href={href} newTab className="group grid grid-cols-[auto_1fr_auto] items-center gap-x-4 py-4.5">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.6} />
              <span className="min-w-0">
                <span className="block type-title-2 transition-colors duration-(--dur-1) group-hover:text-north">
                  {label}
                </span>
                <span className="block truncate type-meta">{about}</span>
              </span>
              <LinkArrow newTab className="text-north" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where, when and how soon. */
export function Facts({ facts }: Pick<ContactContent, 'facts'>) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="font-label type-ui">
        Informações
      </h2>
      <dl className="mt-4 border-t border-border-strong type-ui">
        {facts.map(({ term, text }) => (
          <div
            key={term}
            className="grid grid-cols-[8rem_1fr] gap-2 border-b border-border py-3.5 sm:grid-cols-[9rem_1fr] sm:gap-4"
          >
            <dt className="text-muted-foreground">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
