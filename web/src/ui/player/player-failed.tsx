import { TextLink } from '@/ui/link';

/** The file did not come, or is none the browser knows. */
export function PlayerFailed({ src, what }: { src: string; what: string }) {
  return (
    <p role="alert" className="border border-destructive px-4 py-3 text-base">
      Não foi possível abrir o {what} aqui.{' '}
      <TextLink href={src} newTab>
        Abrir o arquivo
      </TextLink>
    </p>
  );
}
