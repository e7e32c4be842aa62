/** Rights of the signed-in person in the panel. The server decides by the same roles on every request. */
import { useQuery } from '@tanstack/react-query';
import { type Role, rolesQuery } from './access';
import { useSession } from './session';

export interface PanelAccess {
  /** May do everything in the panel; the others in it are editors. */
  isAdmin: boolean;
  isModerator: boolean;
  /** May change what readers see. */
  publishes: boolean;
}

export function panelAccessOf(roles: readonly Role[]): PanelAccess {
  const isAdmin = roles.includes('admin');
  return {
    isAdmin,
    isModerator: isAdmin || roles.includes('moderator'),
    publishes: isAdmin || (roles.includes('editor') && roles.includes('publisher')),
  };
}

/** Within the panel, which opens once the roles are known. */
export function usePanelAccess(): PanelAccess {
  const { user } = useSession();
  const { data = [] } = useQuery({ ...rolesQuery(user?.id ?? ''), enabled: user !== null });
  return panelAccessOf(data);
}
