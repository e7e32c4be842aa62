import { useEffect, useRef } from 'react';
import { paths } from '@/app/paths';
import { ButtonLink } from '@/ui/link';
import { Door } from './door';

/** The link was used, is too old or did not arrive whole: the server does not say which, so neither does the page. */
export function SpentLink() {
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces the form after a submit: the focus would be lost with the button.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Door
      description="Sua conta neste site."
      headingRef={heading}
      title="Este link não vale mais"
      lede="Ele já foi usado, passou do prazo ou chegou incompleto. Peça um novo a quem enviou este e abra-o em até uma hora."
    >
      <ButtonLink variant="line" href={paths.home} className="justify-self-start">
        Ir para o início
      </ButtonLink>
    </Door>
  );
}
