/** The invitation by which somebody came, kept in this browser until the account exists. */
import { askAtOnce } from '@/lib/backend';

const STORAGE_KEY = 'convite';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Storage may be forbidden in the browser's settings; then nobody is noted as having come. */
export function rememberInvite(id: string | null): void {
  if (!id || !ID.test(id)) return;
  try {
    localStorage.setItem(STORAGE_KEY, id);
  } catch {
    // Nothing is lost but the note.
  }
}

function kept(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Notes the invitation for the person who is signed in now. */
export async function acceptInvite(): Promise<void> {
  const id = kept();
  if (!id) return;
  await askAtOnce((client) => client.rpc('accept_invite', { invite_id: id }));
  localStorage.removeItem(STORAGE_KEY);
}
