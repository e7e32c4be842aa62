import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { authSettingsQuery, offeredProviders } from '@/entities/auth-settings';
import { useLocation } from '@/lib/router';
import { SectionNav } from '@/ui/section-nav';
import { Loading, Skeleton } from '@/ui/skeleton';
import { deviceKeysWork, useAccount } from './account';
import { CommunitySetting } from './community-setting';
import { Consents } from './consents';
import { EmailSetting } from './email-setting';
import { ErasureSetting } from './erasure';
import { ErasureNotice } from './erasure-notice';
import { ExportSetting } from './export-setting';
import { Identities } from './identities';
import { Notifications } from './notifications';
import { Passkeys } from './passkeys';
import { PasswordSetting } from './password-setting';
import { PhoneSetting } from './phone-setting';
import { type MfaView, ProveProvider } from './prove';
import { Sessions } from './sessions';
import { Setting, SettingsSection, twoFactor } from './setting';
import { SubscriptionSetting } from './subscription';
import { TwoFactor } from './two-factor/two-factor';

export function Settings({ secondStep }: { secondStep: MfaView }) {
  const offered = useQuery(authSettingsQuery).data;
  const { email, is_sso_user: managed = false } = useAccount();
  const providers = managed || !offered ? [] : offeredProviders(offered);
  const passkeys = !managed && offered?.passkeys_enabled === true && deviceKeysWork();
  const settled = useSettled();
  useAnchor(settled);
  const sections = [
    { id: 'conta', label: 'Conta' },
    { id: 'duas-etapas', label: 'Duas etapas' },
    ...(passkeys ? [{ id: 'passkeys', label: 'Passkeys' }] : []),
    ...(providers.length > 0 ? [{ id: 'vinculadas', label: 'Contas vinculadas' }] : []),
    { id: 'sessoes', label: 'Sessões' },
    { id: 'avisos', label: 'Notificações' },
    { id: 'comunidade', label: 'Comunidade' },
    { id: 'privacidade', label: 'Privacidade' },
    { id: 'assinatura', label: 'Assinatura' },
  ];
  return (
    <ProveProvider secondStep={secondStep}>
      <h1 className="type-display-3">Configurações</h1>
      <p className="mt-2 mb-7 type-ui text-muted-foreground">Sua conta, sua segurança e seus dados.</p>
      <div className="relative">
        {!settled && <SettingsSkeleton />}
        <div className={settled ? undefined : 'invisible'}>
          <ErasureNotice />
          <div className="gap-x-(--gutter) lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
            <SectionNav label="Configurações" sections={sections} />
            <div className="min-w-0 max-lg:mt-8">
              <SettingsSection id="conta" title="Conta" about="E-mail, senha e telefone de acesso.">
                {managed ? (
                  <Setting
                    title="Entrada pela empresa"
                    about={`${email}. A sua empresa cuida do e-mail e da entrada.`}
                  />
                ) : (
                  <>
                    <EmailSetting />
                    <PasswordSetting />
                    <PhoneSetting />
                  </>
                )}
              </SettingsSection>
              <SettingsSection id="duas-etapas" title={twoFactor.title} about="Um código adicional além da senha.">
                <TwoFactor />
              </SettingsSection>
              {passkeys && (
                <SettingsSection
                  id="passkeys"
                  title="Passkeys"
                  about="Chaves deste e de outros aparelhos, no lugar da senha."
                >
                  <Passkeys />
                </SettingsSection>
              )}
              {providers.length > 0 && (
                <SettingsSection
                  id="vinculadas"
                  title="Contas vinculadas"
                  about="Outros serviços que abrem a sua conta."
                >
                  <Identities providers={providers} />
                </SettingsSection>
              )}
              <SettingsSection id="sessoes" title="Sessões" about="Onde a sua conta está aberta.">
                <Sessions />
              </SettingsSection>
              <SettingsSection id="avisos" title="Notificações" about="Os e-mails que você quer receber.">
                <Notifications />
              </SettingsSection>
              <SettingsSection id="comunidade" title="Comunidade" about="Como você a usa e o que ela mostra de você.">
                <CommunitySetting />
              </SettingsSection>
              <SettingsSection id="privacidade" title="Privacidade" about="Baixe os seus dados ou exclua a conta.">
                <ExportSetting />
                <Consents />
                <ErasureSetting />
              </SettingsSection>
              <SettingsSection id="assinatura" title="Assinatura" about="O seu plano e onde ele é administrado.">
                <SubscriptionSetting />
              </SettingsSection>
            </div>
          </div>
        </div>
      </div>
    </ProveProvider>
  );
}

/** Time for which one slow answer may hide all the others. */
const MAX_WAIT_MS = 4_000;

/**
 * Returns `true` if all that the page loads at first has arrived: a section that grows later would move what is being
 * pressed.
 */
function useSettled(): boolean {
  const queryClient = useQueryClient();
  const fetching = useIsFetching();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    // The effects of the sections ran before: with the data of one query they may have begun another.
    if (fetching === 0 && queryClient.isFetching() === 0) setSettled(true);
  }, [fetching, queryClient]);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}

function SettingsSkeleton() {
  return (
    <div className="absolute inset-x-0 top-0 lg:pl-[calc(13rem+var(--gutter))]">
      <Loading label="Carregando as configurações">
        {['conta', 'duas-etapas', 'sessoes'].map((section) => (
          <div key={section} className="border-t border-border-strong pt-6 pb-12">
            <Skeleton className="h-8 w-56" />
            <Skeleton className="mt-2 h-5 w-72 max-w-full" />
            <Skeleton className="mt-4 h-40 w-full" />
          </div>
        ))}
      </Loading>
    </div>
  );
}

/** The anchor's element is shown only after loading, so the browser could not scroll to it. */
function useAnchor(shown: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash && shown) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, shown]);
}
