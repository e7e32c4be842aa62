import { useQuery } from '@tanstack/react-query';
import { Check, CircleCheck, LayoutDashboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/app/pages';
import { isBought, isCourtesy, type Subscription } from '@/entities/access';
import { withPeriod } from '@/entities/plan/plan-period';
import { PLAN_NAMES } from '@/entities/plan-names';
import type { User } from '@/lib/backend';
import { formatDate } from '@/lib/format';
import { ButtonLink } from '@/ui/link';
import { BenefitList } from '@/widgets/benefit-list';
import type { MemberAccess } from './gates';
import { displayNameQuery } from './queries';
import { QuickAccess } from './quick-access';
import { RecentActivity } from './recent-activity';

const ADMIN_BENEFITS = [
  'Acesso completo à área de membros',
  'Publicação e edição de conteúdos',
  'Gestão de categorias',
  'Moderação da comunidade e do fórum',
  'Configurações de segurança e registros',
] as const;

interface DashboardProps {
  access: MemberAccess;
  /** Courses and contents that the person has begun, above the rest of their column. */
  begun: (below: ReactNode) => ReactNode;
  courses: ReactNode;
}

export function Dashboard({ access, begun, courses }: DashboardProps) {
  const { user, isAdmin } = access;
  const benefits = <Benefits isAdmin={isAdmin} userId={user.id} />;
  return (
    <>
      <Greeting user={user} />
      <AccessStrip access={access} />
      <div className="mt-[clamp(1.75rem,3vw,2.75rem)] grid gap-[clamp(1.75rem,3vw,3rem)] lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
        <div className="content-start gap-[clamp(1.75rem,3vw,2.75rem)] max-lg:contents lg:grid">
          {begun(
            <>
              {courses}
              <QuickAccess access={access} />
              {!isAdmin && benefits}
            </>,
          )}
        </div>
        <div className="content-start gap-[clamp(1.75rem,3vw,2.75rem)] max-lg:contents lg:grid">
          <RecentActivity userId={user.id} subscribed={access.subscribed}>
            {isAdmin && benefits}
          </RecentActivity>
        </div>
      </div>
    </>
  );
}

const NOON = 12;
const EVENING = 18;
const DAWN = 5;

function greetingAt(hour: number): string {
  if (hour < DAWN || hour >= EVENING) return 'Boa noite';
  return hour < NOON ? 'Bom dia' : 'Boa tarde';
}

function givenName({ user_metadata: { full_name: name } }: User): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

export function Greeting({ user }: { user: User }) {
  const { data, isLoading } = useQuery(displayNameQuery(user.id));
  const name = isLoading ? undefined : (data ?? givenName(user));
  const firstName = name?.trim().split(/\s+/)[0];
  const greeting = greetingAt(new Date().getHours());
  return <h1 className="type-display-3">{firstName ? `${greeting}, ${firstName}.` : `${greeting}.`}</h1>;
}

export function AccessStrip({ access: { isAdmin, subscribed, subscription } }: { access: MemberAccess }) {
  const plan = subscribed ? subscription?.plan : undefined;
  return (
    <div className="mt-7 flex flex-wrap gap-px border border-border bg-border">
      <dl className="flex flex-1 gap-px">
        <Fact term="Acesso">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-success" strokeWidth={1.6} />
          {isAdmin ? 'Acesso de administrador' : accessName(subscription)}
        </Fact>
        {plan && <Fact term="Plano">{withPeriod(PLAN_NAMES[plan], subscription?.period)}</Fact>}
      </dl>
      <div className="flex flex-wrap items-center gap-3 bg-card px-5 py-4 max-sm:w-full max-sm:*:w-full">
        {subscribed && subscription && isBought(subscription) && (
          <ButtonLink href={paths.membersSubscription} variant="line" size="small">
            Gerenciar assinatura
          </ButtonLink>
        )}
        {isAdmin && (
          <ButtonLink href={paths.admin} variant="line" size="small">
            <LayoutDashboard aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Painel administrativo
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function accessName(subscription: Subscription | null): string {
  if (!subscription?.access_until || !isCourtesy(subscription)) return 'Assinatura ativa';
  return `Cortesia até ${formatDate(subscription.access_until)}`;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid flex-1 content-center gap-0.5 bg-card px-5 py-4">
      <dt className="type-meta">{term}</dt>
      <dd className="flex items-center gap-2 font-serif text-xl leading-snug tracking-[-0.012em]">{children}</dd>
    </div>
  );
}

export function Benefits({ isAdmin, userId }: { isAdmin: boolean; userId: string }) {
  return (
    <section aria-labelledby="benefits" className="border-t border-border-strong pt-4 max-lg:order-last">
      <h2 id="benefits" className="mb-4 type-title-2">
        {isAdmin ? 'Seu acesso inclui' : 'Seu plano inclui'}
      </h2>
      {isAdmin ? (
        <ul className="text-base leading-normal">
          {ADMIN_BENEFITS.map((item) => (
            <li key={item} className="grid grid-cols-[1.75rem_1fr] border-t border-border py-2.5">
              <Check aria-hidden="true" className="mt-1 size-4 text-north" strokeWidth={1.6} />
              {item}
            </li>
          ))}
        </ul>
      ) : (
        <BenefitList userId={userId} />
      )}
    </section>
  );
}
