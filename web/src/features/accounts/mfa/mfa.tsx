import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { type Method, methodsQuery } from './factors';
import { AppCode, KeyPress, PhoneCode, RecoveryCode } from './methods';

export interface MfaProps {
  userId: string;
  /** Called when the factor is proved; the session's listeners are notified by the library. */
  onProved?: () => void;
}

/** Asks for the second factor: the preferred method first, the others a click away. */
export function Mfa({ userId, onProved = () => {} }: MfaProps) {
  const methods = useQuery(methodsQuery(userId));
  const [chosen, setChosen] = useState<number>(0);
  if (methods.isError) return <LoadFailed title="A segunda etapa não abriu." query={methods} />;
  if (!methods.data) {
    return (
      <Loading label="Abrindo a segunda etapa">
        <Skeleton className="h-14 w-full" />
        <Skeleton className="mt-5 h-13 w-full" />
      </Loading>
    );
  }
  const method = methods.data[chosen] ?? { type: 'recovery' };
  return (
    <>
      <MethodForm key={chosen} method={method} onProved={onProved} />
      {methods.data.length > 1 && (
        <div className="mt-8 border-t border-border pt-5">
          <h2 className="font-label type-ui">Outra forma</h2>
          <ul className="mt-2 grid justify-items-start gap-1">
            {methods.data.map((other, index) =>
              index === chosen ? null : (
                <li key={other.type === 'recovery' ? 'recovery' : other.factorId}>
                  <Button variant="ghost" size="small" className="-ml-4" onClick={() => setChosen(index)}>
                    {labelOf(other, methods.data)}
                  </Button>
                </li>
              ),
            )}
          </ul>
        </div>
      )}
    </>
  );
}

function MethodForm({ method, onProved }: { method: Method; onProved: () => void }) {
  switch (method.type) {
    case 'totp':
      return <AppCode factorId={method.factorId} onProved={onProved} />;
    case 'phone':
      return <PhoneCode factorId={method.factorId} onProved={onProved} />;
    case 'webauthn':
      return <KeyPress factorId={method.factorId} onProved={onProved} />;
    case 'recovery':
      return <RecoveryCode onProved={onProved} />;
  }
}

const LABELS: Record<Method['type'], string> = {
  totp: 'Aplicativo autenticador',
  phone: 'Código por SMS',
  webauthn: 'Chave de segurança ou passkey',
  recovery: 'Código de recuperação',
};

function labelOf(method: Method, methods: readonly Method[]): string {
  const several = methods.filter(({ type }) => type === method.type).length > 1;
  const name = method.type !== 'recovery' && several && method.name;
  return name ? `${LABELS[method.type]} (${name})` : LABELS[method.type];
}
