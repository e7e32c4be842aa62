import { ArrowUpRight, CalendarDays, Mail, MessageCircle } from 'lucide-react';
import { chatUrl, useSite } from '@/entities/site';
import { currentYear } from '@/lib/format';
import { Link } from '@/ui/link';
import { footerItems, legalItems } from './navigation';

const rowClass =
  'flex min-h-11 items-center justify-between gap-3 border-t border-block-border type-ui hover:text-block-north';

export function Footer() {
  const site = useSite();
  return (
    <footer className="below-lists on-block border-t border-block-border bg-block pt-[clamp(3rem,5vw,5rem)] pb-22 text-block-foreground">
      <div className="wrap grid-page gap-y-10">
        <div className="col-span-full lg:col-span-5">
          <div className="type-display-2">{site.name}</div>
          <p className="mt-3.5 text-block-muted">
            {site.role}
            <br />
            {site.city}
          </p>
        </div>
        <nav aria-label="Rodapé" className="col-span-full sm:col-span-6 lg:col-span-3 lg:col-start-7">
          <h2 className="mb-2 type-meta text-block-muted">Páginas</h2>
          <ul>
            {footerItems.map((item) => (
              <li key={item.path}>
                <Link href={item.path} className={rowClass}>
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Channels />
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-block-border pt-5 text-small text-block-muted lg:mt-10">
          <span>
            © {currentYear()} {site.name}. Todos os direitos reservados.
          </span>
          <ul className="flex gap-x-6">
            {legalItems.map((item) => (
              <li key={item.path}>
                <Link href={item.path} className="inline-flex min-h-11 items-center hover:text-block-north">
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
          <span>{site.office_hours}</span>
          {site.demonstration && (
            <p className="w-full">
              Site de demonstração: a pessoa, as empresas, os depoimentos e os números são inventados.
            </p>
          )}
          <p className="flex w-full flex-wrap gap-x-4">
            <span>{site.business.legal_name}</span> <span>CNPJ {site.business.cnpj}</span>{' '}
            <span>{site.business.address}</span>
          </p>
        </div>
      </div>
    </footer>
  );
}

function Channels() {
  const site = useSite();
  const { links } = site;
  const channels = [
    { label: 'Agendar conversa', href: links.scheduling, icon: CalendarDays },
    { label: 'WhatsApp', href: chatUrl(site, 'contact'), icon: MessageCircle },
    { label: 'E-mail', href: `mailto:${links.email}`, icon: Mail },
    { label: 'LinkedIn', href: links.professional_network, icon: ArrowUpRight },
    { label: 'Instagram', href: links.photo_profile, icon: ArrowUpRight },
  ];
  return (
    <div className="col-span-full sm:col-span-6 lg:col-span-3 lg:col-start-10">
      <h2 className="mb-2 type-meta text-block-muted">Canais</h2>
      <ul>
        {channels.map(({ label, href, icon: Icon }) => (
          <li key={label}>
            <Link href={href} newTab className={rowClass}>
              {label}
              <Icon aria-hidden="true" className="ml-auto size-4 shrink-0 text-block-muted" strokeWidth={1.6} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
