import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { authSettingsQuery } from '@/entities/auth-settings';
import type { Factor } from '@/lib/backend';
import { formatDate } from '@/lib/format';
import { AlertDialog } from '@/ui/alert-dialog';
import { Button } from '@/ui/button';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { accountQuery, deviceKeysWork, usePerson } from '../account';
import { renewing, useProvedAction } from '../prove';
import { done, OpenedSetting, Setting, twoFactor } from '../setting';
import { factorsQuery, removeFactor } from './factors';
import { RecoveryCodes } from './recovery-codes';
import { AppSetup, KeySetup, PhoneSetup } from './setup';

/** The second factors: those set up, setting up more, and the recovery codes. */
export function TwoFactor() {
  const person = usePerson();
  const factors = useQuery(factorsQuery(person.id));
  const offered = useQuery(authSettingsQuery);
  const news = useRef<HTMLParagraphElement>(null);
  const count = factors.data?.verified.length;
  const before = useRef(count);
  // What has just been set up is above the form that is now gone.
  useEffect(() => {
    if (count && before.current !== undefined && count > before.current) news.current?.focus();
    before.current = count;
  }, [count]);
  if (factors.isError) return <LoadFailed title="As verificações não puderam ser lidas." query={factors} />;
  if (!factors.data || offered.isPending) {
    return (
      <Loading label="Carregando as verificações">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  const { verified, recoveryCodes } = factors.data;
  return (
    <>
      {verified.length > 0 && (
        <p
          ref={news}
          tabIndex={-1}
          className="flex scroll-mt-24 items-start gap-3 border border-border bg-card p-4 type-ui focus:outline-none"
        >
          <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-success" strokeWidth={1.6} />
          <span>
            <strong className="block font-label">{twoFactor.active}</strong>
            <span className="text-muted-foreground">{twoFactor.protected}</span>
          </span>
        </p>
      )}
      {/* The way back in, where the telephone is lost: above all that may be set up later. */}
      {verified.length > 0 && <RecoveryCodes left={recoveryCodes} />}
      {verified.map((factor) => (
        <FactorRow key={factor.id} factor={factor} last={verified.length === 1} />
      ))}
      <NewFactors />
    </>
  );
}

const KINDS: Record<string, string> = {
  totp: 'Aplicativo autenticador',
  phone: 'Código por SMS',
  webauthn: 'Chave de segurança',
};

function FactorRow({ factor, last }: { factor: Factor; last: boolean }) {
  const { id } = usePerson();
  const [asking, setAsking] = useState(false);
  const remove = useProvedAction({
    run: renewing(() => removeFactor(factor.id)),
    done: done(last ? '2FA desativado' : 'Verificação removida'),
    failure: 'A verificação não foi removida',
    refreshes: [factorsQuery(id), accountQuery(id)],
  });
  const kind = KINDS[factor.factor_type] ?? 'Verificação';
  return (
    <Setting
      title={kind}
      about={`${factor.friendly_name ? `${factor.friendly_name}, ` : ''}desde ${formatDate(factor.created_at)}`}
      action={
        <Button variant="line" size="small" busy={remove.isPending} onClick={() => setAsking(true)}>
          Remover<span className="sr-only"> {kind}</span>
        </Button>
      }
    >
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remover esta verificação?"
        description={
          last
            ? 'É a única da conta: sem ela, a senha basta para entrar, e os códigos de recuperação deixam de valer.'
            : 'Ela deixa de valer ao entrar. As outras continuam.'
        }
        actionLabel="Remover"
        onAction={() => {
          setAsking(false);
          remove.mutate();
        }}
      />
    </Setting>
  );
}

function NewFactors() {
  const offered = useQuery(authSettingsQuery).data;
  const keys = offered?.passkeys_enabled === true && deviceKeysWork();
  return (
    <>
      <OpenedSetting
        title="Adicionar aplicativo autenticador"
        about="Um aplicativo no celular mostra um código que muda a cada trinta segundos."
        label="Configurar aplicativo"
        Form={AppSetup}
      />
      {offered?.external.phone && (
        <OpenedSetting
          title="Adicionar código por SMS"
          about="A cada entrada, um código de seis dígitos chega ao seu telefone."
          label="Configurar SMS"
          Form={PhoneSetup}
        />
      )}
      {keys && (
        <OpenedSetting
          title="Adicionar chave de segurança"
          about="Uma chave USB ou NFC, ou o próprio aparelho, responde no lugar de um código."
          label="Configurar chave"
          Form={KeySetup}
        />
      )}
    </>
  );
}
