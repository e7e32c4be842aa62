/** The invitation by which somebody came. Few have one: the module is imported where there is one. */
import { askAtOnce } from '@/lib/backend';
import { keepText, readText } from '@/lib/start/kept-text';
import { INVITE_KEY } from './invite-key';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keeps an invitation in this browser. If storage is forbidden, it is lost. */
export function rememberInvite(id: string | null): void {
  if (id && ID.test(id)) keepText(INVITE_KEY, id);
}

/** Notes the invitation for the person who is signed in now. */
export async function acceptInvite(): Promise<void> {
  const id = readText(INVITE_KEY);
  if (!id) return;
  await askAtOnce((client) => client.rpc('accept_invite', { invite_id: id }));
  keepText(INVITE_KEY, '');
}
