import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { ownDecisions, sanctionQuery, untilText, useModerationLive } from '@/entities/sanctions';
import { useShown } from '@/lib/shown';
import { Empty } from '@/ui/empty';
import { ButtonLink, TextLink } from '@/ui/link';

/** The community for somebody under a sanction: read only, or not at all; both say where the decision is. */
export function UnderSanction({ userId, children }: { userId: string; children: ReactNode }) {
  const { data: sanction } = useQuery(sanctionQuery(userId));
  useModerationLive([ownDecisions(userId)]);
  useShown(sanction?.kind === 'ban');
  if (sanction?.kind === 'ban') {
    return (
      <Empty
        isPage
        icon={Lock}
        title="Acesso restrito"
        description={`O seu acesso à comunidade foi encerrado pela moderação${untilText(sanction.until)}. Os conteúdos da sua assinatura continuam abertos.`}
      >
        <ButtonLink href={paths.membersReports} size="small">
          Ver a decisão
        </ButtonLink>
      </Empty>
    );
  }
  return (
    <>
      {sanction && (
        <p role="status" className="mb-6 max-w-224 border-l-3 border-warning bg-warning-tint px-4 py-3 text-small">
          Você está em silêncio{untilText(sanction.until)}: pode ler, e não publicar, comentar nem curtir.{' '}
          <TextLink href={paths.membersReports}>Ver a decisão</TextLink>
        </p>
      )}
      {children}
    </>
  );
}
