import { paths } from '@/app/pages';
import { GoLink } from '@/ui/link';

export function SubscribeAgain() {
  return (
    <>
      <GoLink href={`${paths.home}#newsletter`}>Assinar de novo</GoLink>
      <GoLink href={paths.blog()}>Ler no blog</GoLink>
    </>
  );
}
