import type { ReactNode } from 'react';
import { signedInPaths } from '@/entities/signed-in-paths';
import { useNavigate, useSearchParams } from '@/lib/router';
import { PanelHeading } from '@/ui/panel-heading';
import { Tabs } from '@/ui/tabs';
import {
  type Block,
  community,
  email,
  magicLink,
  moderation,
  oneTimeCode,
  passwords,
  rateLimit,
  signUp,
} from './blocks';
import { AuthLogs, JobLogs } from './logs';
import { SecondFactor, SettingsBlock } from './settings-block';

interface Part {
  value: string;
  label: string;
  content: ReactNode;
}

const ofBlock = (block: Block): Part => ({
  value: block.value,
  label: block.label,
  content: <SettingsBlock key={block.value} block={block} />,
});

const FIRST = ofBlock(passwords);

const SETTINGS: readonly Part[] = [
  FIRST,
  { value: '2fa', label: '2FA', content: <SecondFactor /> },
  ofBlock(rateLimit),
  ofBlock(email),
  ofBlock(oneTimeCode),
  ofBlock(magicLink),
  ofBlock(signUp),
  ofBlock(moderation),
  ofBlock(community),
];

const AUTH_LOGS: Part = { value: 'logs-autenticacao', label: 'Logs de Autenticação', content: <AuthLogs /> };
const JOB_LOGS: Part = { value: 'logs-jobs', label: 'Logs de Jobs', content: <JobLogs /> };

const BLEED = 'max-lg:-mr-[clamp(1.25rem,3vw,3rem)]';

/** The Segurança tab. The address says which part is open, at both levels. */
export function Security({ section }: { section: string }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('parte');
  const log = [AUTH_LOGS, JOB_LOGS].find(({ value }) => value === asked);
  const setting = SETTINGS.find(({ value }) => value === asked) ?? FIRST;
  const open = (part: string) => navigate(signedInPaths.adminPanel({ section, part }));
  const settings = {
    value: FIRST.value,
    label: 'Configurações',
    content: (
      <Tabs
        label="Configurações de segurança"
        tabs={SETTINGS}
        value={setting.value}
        onValueChange={open}
        className={`mt-6 type-ui ${BLEED}`}
      />
    ),
  };
  return (
    <>
      <PanelHeading title="Segurança" />
      <Tabs
        label="Segurança"
        look="tray"
        tabs={[settings, AUTH_LOGS, JOB_LOGS]}
        value={log?.value ?? settings.value}
        onValueChange={open}
      />
    </>
  );
}
