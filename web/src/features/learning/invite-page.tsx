import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { paths } from '@/app/pages';
import { MemberName, profilesQuery } from '@/entities/member';
import { useSite } from '@/entities/site';
import { formatCount, formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { Loaded } from '@/ui/loaded';
import { toast } from '@/ui/toast';
import { type Invite, inviteQuery } from './study-queries';

/** The member's personal link, and who came by it. */
export function InvitePage() {
  const invite = useQuery(inviteQuery());
  return (
    <div className="max-w-2xl">
      <h1 className="mb-4 type-display-3">Convidar</h1>
      <Loaded
        query={invite}
        failed="Não foi possível carregar o seu convite."
        loading="Carregando o convite"
        skeleton={['h-12 w-full', 'mt-4 h-24 w-full']}
      >
        {(known) => <OwnInvite invite={known} />}
      </Loaded>
    </div>
  );
}

function OwnInvite({ invite }: { invite: Invite }) {
  const { origin } = useSite();
  const { data: profiles } = useQuery(profilesQuery(invite.came.map(({ user_id: id }) => id)));
  const link = `${origin}${paths.membersWelcome}?convite=${invite.id}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ title: 'Link copiado' }),
      () =>
        toast({ title: 'Não foi possível copiar.', description: 'Selecione o endereço e copie.', tone: 'destructive' }),
    );
  return (
    <>
      <p className="max-w-[60ch] type-ui text-muted-foreground">
        Mande este link a quem você gostaria de ver aqui. Ele vale até {formatDate(invite.expires_at)} e serve para{' '}
        {formatCount(invite.most_uses, 'pessoa', 'pessoas')}. Ninguém recebe nada sem você mandar.
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Input
          readOnly
          aria-label="Seu link de convite"
          value={link}
          className="min-w-0 flex-1 basis-64"
          onFocus={(event) => event.target.select()}
        />
        <Button variant="line" className="max-sm:w-full" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Copiar
        </Button>
      </div>
      <h2 className="mt-10 mb-3 type-title-1">Quem aceitou</h2>
      {invite.came.length === 0 ? (
        <p className="type-ui text-muted-foreground">Ninguém ainda.</p>
      ) : (
        <ul className="divide-y divide-border border-y border-border">
          {invite.came.map(({ user_id: id, at }) => (
            <li key={id} className="flex items-center justify-between gap-4 py-3">
              <MemberName profile={profiles?.get(id)} id={id} />
              <span className="type-meta">{formatDate(at)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
