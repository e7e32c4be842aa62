import type { ReactNode } from 'react';
import { usePanelTitle } from '@/entities/panel-title';
import { navigateOnce, useNextSearchParams } from '@/lib/router';
import { Tabs } from '@/ui/tabs';
import { Campaigns } from './campaigns';
import { ContractNotices } from './contract-notices/contract-notices';
import { type LettersPart, letterPaths } from './links';
import { Subscribers } from './people/subscribers';
import { Suppressions } from './people/suppressions';
import { Rates } from './rates';
import { Segments } from './segments/segments';
import { Sequences } from './sequences/sequences';

const PARTS: readonly { value: LettersPart; label: string }[] = [
  { value: 'campanhas', label: 'Campanhas' },
  { value: 'segmentos', label: 'Segmentos' },
  { value: 'sequencias', label: 'Sequências' },
  { value: 'inscritos', label: 'Inscritos' },
  { value: 'suprimidos', label: 'Endereços suprimidos' },
  { value: 'avisos', label: 'Avisos de mudança' },
  { value: 'ritmo', label: 'Ritmo de envio' },
];

const CONTENTS: Readonly<Record<LettersPart, ReactNode>> = {
  campanhas: <Campaigns />,
  segmentos: <Segments />,
  sequencias: <Sequences />,
  inscritos: <Subscribers />,
  suprimidos: <Suppressions />,
  avisos: <ContractNotices />,
  ritmo: <Rates />,
};

/** Pages about sending letters. The address names the open tab. */
export function LettersPage() {
  const [params] = useNextSearchParams();
  const asked = params.get('parte');
  const open = PARTS.find(({ value }) => value === asked) ?? PARTS[0];
  const part = open?.value ?? 'campanhas';
  usePanelTitle(part === 'campanhas' ? undefined : `${open?.label} · Cartas`);
  return (
    <Tabs
      label="Cartas"
      tabs={PARTS.map((tab) => ({ ...tab, content: CONTENTS[tab.value] }))}
      value={part}
      onValueChange={(next) => navigateOnce(letterPaths.part(next as LettersPart))}
      className="mt-3 type-ui max-xl:-mr-(--panel-margin)"
    />
  );
}
