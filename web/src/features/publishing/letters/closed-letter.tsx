import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '@/app/pages';
import { fromPlan, useSimplestPlan } from '@/entities/opening-plan';
import { hasStoredSession } from '@/entities/stored-session';
import { ButtonLink, TextLink } from '@/ui/link';
import { Empty } from '@/ui/start/empty';
import type { Article } from '../queries';

/** Stands in the place of the text of an exclusive letter. Members read it in their area. */
export function ClosedLetter({ letter }: { letter: Pick<Article, 'id' | 'entitlement'> }) {
  const plan = useSimplestPlan(letter.entitlement);
  // Known in the browser only: the page is the same for everybody.
  const [isKnown, setKnown] = useState(false);
  useEffect(() => setKnown(hasStoredSession()), []);
  const page = paths.membersContent(letter.id);
  return (
    <Empty
      icon={Lock}
      title="Esta carta é só para assinantes."
      description={plan && `${fromPlan(plan)}.`}
      className="max-w-(--measure) max-lg:mx-auto"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {isKnown ? (
          <ButtonLink href={page} size="small">
            Ler na área de membros
          </ButtonLink>
        ) : (
          <ButtonLink href={paths.pricing} size="small">
            Ver planos
          </ButtonLink>
        )}
        {!isKnown && (
          <p className="type-ui">
            Já tem assinatura? <TextLink href={paths.membersWelcomeWith({ next: page })}>Entrar</TextLink>
          </p>
        )}
      </div>
    </Empty>
  );
}
