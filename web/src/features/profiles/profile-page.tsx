import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/ui/loaded';
import { ProfileForm } from './profile-form';
import { ownProfileQuery } from './queries';

export function ProfilePage({ userId, givenName }: { userId: string; givenName: string }) {
  const profile = useQuery(ownProfileQuery(userId));
  return (
    <>
      <h1 className="type-display-3">Meu perfil</h1>
      <p className="mt-2 mb-7 max-w-[60ch] type-ui text-muted-foreground">
        É assim que os outros membros conhecem você. <span className="whitespace-nowrap">E-mail</span> e telefone nunca
        aparecem.
      </p>
      <Loaded
        query={profile}
        failed="Não foi possível carregar o seu perfil."
        loading="Carregando o seu perfil"
        skeleton={['h-12 w-full max-w-160', 'mt-4 h-12 w-full max-w-160', 'mt-4 h-28 w-full max-w-160']}
      >
        {(found) => <ProfileForm profile={found} userId={userId} givenName={givenName} />}
      </Loaded>
    </>
  );
}
