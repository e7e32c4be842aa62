import { Lock } from 'lucide-react';
import { paths } from '@/app/pages';
import { untilText } from '@/entities/moderation';
import type { Sanction } from '@/entities/sanctions';
import { ButtonLink, TextLink } from '@/ui/link';
import { Empty } from '@/ui/start/empty';

/** Effect of a sanction, with a link to its decision. Few see it: load it with `latePart`. */
export default function SanctionNotice({ sanction: { kind, until } }: { sanction: Sanction }) {
  if (kind === 'ban') {
    return (
      <Empty
        isPage
        icon={Lock}
        title="Acesso restrito"
        description={`O seu acesso à comunidade foi encerrado pela moderação${untilText(until)}. Os conteúdos da sua assinatura continuam abertos.`}
      >
        <ButtonLink href={paths.membersReports} size="small">
          Ver a decisão
        </ButtonLink>
      </Empty>
    );
  }
  return (
    <p role="status" className="mb-6 max-w-224 border-l-3 border-warning bg-warning-tint px-4 py-3 text-small">
      Você está em silêncio{untilText(until)}: pode ler, e não publicar, comentar nem curtir.{' '}
      <TextLink href={paths.membersReports}>Ver a decisão</TextLink>
    </p>
  );
}
