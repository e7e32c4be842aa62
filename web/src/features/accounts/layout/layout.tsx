import { ArrowLeft } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { Link, TextLink } from '@/ui/link';
import { NeedleArt, Plate } from '@/ui/needle-art';
import { Brand } from '@/widgets/brand';

export interface AccountLayoutProps {
  title: string;
  description: string;
  lede: ReactNode;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** The layout of the account screens: the form, and the needle art beside it on wide screens. */
export function AccountLayout({ title, description, lede, headingRef, children }: AccountLayoutProps) {
  return (
    <main id="conteudo" tabIndex={-1} className="grid min-h-dvh lg:grid-cols-2">
      <Head title={title} description={description} />
      <div className="wrap grid content-start py-6 lg:grid-cols-6 lg:content-center lg:gap-x-(--gutter) lg:pr-10">
        <div className="w-full max-w-96 justify-self-start lg:col-span-4 lg:col-start-3 lg:justify-self-stretch">
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <Brand />
            <Link
              href={paths.home}
              className="inline-flex min-h-11 items-center gap-1.5 type-meta hover:text-foreground"
            >
              <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
              Voltar ao site
            </Link>
          </div>
          <h1 ref={headingRef} tabIndex={-1} className="mt-10 type-display-3">
            {title}
          </h1>
          <p className="mt-3 mb-8 text-foreground-2">{lede}</p>
          {children}
        </div>
      </div>
      <Plate tone="ink" className="max-lg:hidden">
        <NeedleArt field="converge" seed="admin" width={720} height={900} step={72} className="absolute inset-0" />
      </Plate>
    </main>
  );
}

export function AccountLinks({ links }: { links: readonly { label: string; href: string }[] }) {
  return (
    <ul className="mt-6 flex flex-wrap gap-x-6 type-ui">
      {links.map(({ label, href }) => (
        <li key={href}>
          <TextLink href={href} className="inline-flex min-h-11 items-center">
            {label}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}
