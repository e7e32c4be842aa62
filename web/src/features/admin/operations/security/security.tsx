import type { ReactNode } from 'react';
import { signedInPaths } from '@/entities/signed-in-paths';
import { navigateOnce, useNextSearchParams } from '@/lib/router';
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
import { SettingsBlock, useDrafts } from './settings-block';
import { secondFactor as secondFactorText } from './text';

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

const BLOCKS_BEFORE: readonly Block[] = [passwords];
const BLOCKS_AFTER: readonly Block[] = [rateLimit, email, oneTimeCode, magicLink, signUp, moderation, community];

/** The administrator's own second factor, between the settings of everybody's accounts. */
const secondFactorPart = (content: ReactNode): Part => ({
  value: '2fa',
  label: '2FA',
  content: (
    <section className="max-w-220">
      <h3 className="pt-8 type-title-1">{secondFactorText.title}</h3>
      <p className="mt-1 mb-4 type-ui text-muted-foreground">{secondFactorText.about}</p>
      {content}
    </section>
  ),
});

const AUTH_LOGS: Part = { value: 'logs-autenticacao', label: 'Logs de Autenticação', content: <AuthLogs /> };
const JOB_LOGS: Part = { value: 'logs-jobs', label: 'Logs de Jobs', content: <JobLogs /> };

const BLEED = 'max-lg:-mr-[clamp(1.25rem,3vw,3rem)]';

/** The Segurança tab. The address says which part is open, at both levels. */
export function Security({ section, secondFactor }: { section: string; secondFactor: ReactNode }) {
  const [params] = useNextSearchParams();
  const asked = params.get('parte');
  const log = [AUTH_LOGS, JOB_LOGS].find(({ value }) => value === asked);
  const drafts = useDrafts();
  const settingParts = [
    ...BLOCKS_BEFORE.map(ofBlock),
    secondFactorPart(secondFactor),
    ...BLOCKS_AFTER.map(ofBlock),
  ].map((part) => ({ ...part, isMarked: drafts.has(part.value) }));
  const setting = settingParts.find(({ value }) => value === asked) ?? settingParts[0];
  const open = (part: string) => navigateOnce(signedInPaths.adminPanel({ section, part }));
  const settings = {
    value: passwords.value,
    label: 'Configurações',
    content: (
      <Tabs
        label="Configurações de segurança"
        tabs={settingParts}
        value={setting?.value ?? passwords.value}
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
