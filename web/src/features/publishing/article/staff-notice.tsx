import { useQuery } from '@tanstack/react-query';
import type { Role } from '@/entities/access';
import { signedInPaths } from '@/entities/signed-in-paths';
import { getClient, type Selected, unwrap } from '@/lib/backend';
import { ButtonLink } from '@/ui/link';
import { isId } from '../queries';

const HIDDEN_CONTENT_COLUMNS = 'id,is_published,trashed_at';

type HiddenContent = Selected<'contents', typeof HIDDEN_CONTENT_COLUMNS>;

/** Tells an administrator, and nobody else, why an article is not shown. The page of the server is the visitor's. */
export default function StaffNotice({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['contents', 'article', id, 'hidden'],
    queryFn: async ({ signal }): Promise<HiddenContent | null> => {
      const client = await getClient();
      const { data: kept } = await client.auth.getSession();
      const person = kept.session?.user.id;
      if (!person) return null;
      const roles = unwrap(await client.from('user_roles').select('role').eq('user_id', person).abortSignal(signal));
      if (!roles.some(({ role }: { role: Role }) => role === 'admin')) return null;
      const hidden = client
        .from('contents')
        .select(HIDDEN_CONTENT_COLUMNS)
        .eq(isId(id) ? 'id' : 'slug', id);
      return unwrap(await hidden.abortSignal(signal).maybeSingle());
    },
    retry: false,
  });
  if (!data) return null;
  return (
    <aside aria-label="Aviso da administração" className="wrap pt-[clamp(1.5rem,3vw,3rem)]">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-3 border-north bg-muted px-5 py-4">
        <p>
          <strong className="font-label">{stateOf(data)}</strong>{' '}
          <span className="text-foreground-2">Só você, da administração, vê este aviso.</span>
        </p>
        {data.trashed_at ? (
          <ButtonLink href={signedInPaths.adminContents({ situacao: 'trash' })} variant="line" size="small">
            Abrir a lixeira
          </ButtonLink>
        ) : (
          <ButtonLink href={signedInPaths.adminPreview(data.id)} size="small">
            Ver a prévia
          </ButtonLink>
        )}
      </div>
    </aside>
  );
}

function stateOf({ is_published, trashed_at }: HiddenContent): string {
  if (trashed_at) return 'Este conteúdo está na lixeira.';
  return is_published ? 'Este conteúdo é exclusivo para membros.' : 'Este conteúdo é um rascunho.';
}
