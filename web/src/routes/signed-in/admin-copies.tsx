import { paths } from '@/app/pages';
import { Mfa } from '@/features/accounts/mfa/mfa';
import { OwnProof } from '@/features/accounts/settings/own-proof';
import { ProvedButton } from '@/features/accounts/settings/proved-button';
import { Copies } from '@/features/admin/copies/copies';
import { openCopy } from '@/features/admin/copies/queries';
import { AdminFrame } from '../admin-frame';

export default function Page() {
  return (
    <AdminFrame title="Cópias" path={paths.adminCopies}>
      <OwnProof secondStep={(userId, onProved) => <Mfa userId={userId} onProved={onProved} />}>
        <Copies
          download={(name) => (
            <ProvedButton
              run={(nonce) => openCopy(name, nonce)}
              failure="A cópia não foi baixada"
              busyLabel="Abrindo..."
              label="Baixar"
              about={name}
            />
          )}
        />
      </OwnProof>
    </AdminFrame>
  );
}
