/** Checks before a campaign goes out. */
import { formatCount, formatNumber } from '@/lib/format';
import type { CampaignCheck, CampaignPreview, RecordState } from '../queries';
import { readersText } from '../text';

export interface Check {
  label: string;
  /** `wrong` holds the campaign back, `doubt` only asks for a look. */
  state: 'right' | 'doubt' | 'wrong';
  detail: string;
}

/** Larger emails are cut by Gmail. */
const MAX_BYTES = 98_000;
const LEAVE = '/newsletter/sair/';

const kilobytes = (bytes: number): string => `${formatNumber(bytes / 1_000)} KB`;

const tags = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? [];

function pictures(html: string): Check {
  const all = tags(html, 'img');
  const silent = all.filter((tag) => !/\salt="[^"]+"/i.test(tag)).length;
  if (silent > 0) {
    return {
      label: 'Imagens com descrição',
      state: 'doubt',
      detail: `${formatCount(silent, 'imagem está', 'imagens estão')} sem descrição: quem não carrega imagens não saberá o que há ali.`,
    };
  }
  const detail = all.length === 0 ? 'A carta não tem imagens.' : `${formatCount(all.length, 'imagem', 'imagens')}.`;
  return { label: 'Imagens com descrição', state: 'right', detail };
}

function links(html: string): Check {
  const all = tags(html, 'a').flatMap((tag) => /\shref="([^"]*)"/i.exec(tag)?.[1] ?? []);
  const broken = all.filter((href) => !/^(https?:\/\/[^/]|mailto:.|tel:.)/i.test(href));
  return broken.length > 0
    ? {
        label: 'Links completos',
        state: 'doubt',
        detail: `Não abre fora do site: ${broken.slice(0, 3).join(', ') || 'link vazio'}.`,
      }
    : { label: 'Links completos', state: 'right', detail: `${formatCount(all.length, 'link', 'links')}.` };
}

export interface Checked {
  email: CampaignPreview;
  /** Undefined while they are counted. */
  readers: number | undefined;
  /** Answers from outside the server. Undefined while it is asked, null if it cannot be. */
  outside: CampaignCheck | null | undefined;
  /** The address to which a test went since the last change. */
  tested: string | undefined;
}

const RECORDS: Readonly<Record<'spf' | 'dkim' | 'dmarc', { label: string; missing: string }>> = {
  spf: {
    label: 'SPF',
    missing:
      'não encontrado. No DNS do domínio, crie o registro TXT que o serviço de e-mail indica; ele começa com v=spf1.',
  },
  dkim: {
    label: 'DKIM',
    missing: 'não encontrado. Ative a assinatura no serviço de e-mail e crie no DNS o registro que ele indica.',
  },
  dmarc: {
    label: 'DMARC',
    missing: 'não encontrado. Crie no DNS o registro TXT _dmarc com v=DMARC1; p=none para começar.',
  },
};

function recordText(state: RecordState, missing: string): string {
  switch (state) {
    case 'found':
      return 'encontrado';
    case 'missing':
      return missing;
    case 'several':
      return 'há mais de um registro, e assim nenhum vale. Deixe só um no DNS.';
    case 'unset':
      return 'não conferido. Diga o seletor em mail.dkim_selector.';
    case 'unknown':
      return 'o DNS não respondeu. Abra esta página de novo em alguns minutos.';
  }
}

/** Checks of what others decide: the sender's domain and the pages behind the links. They only ask for a look. */
function outsideChecks(outside: Checked['outside']): Check[] {
  if (!outside) {
    const detail = outside === null ? 'Não foi possível conferir agora.' : 'Conferindo...';
    return [{ label: 'Domínio e links', state: outside === null ? 'doubt' : 'right', detail }];
  }
  const { records, links } = outside;
  const found = (['spf', 'dkim', 'dmarc'] as const).map((name): Check => {
    const { label, missing } = RECORDS[name];
    const domain = name === 'spf' ? records.envelope_domain : records.domain;
    const text = recordText(records[name], missing);
    return { label, state: records[name] === 'found' ? 'right' : 'doubt', detail: `${domain}: ${text}` };
  });
  const broken = links.filter(({ state }) => state === 'broken').map(({ url }) => url);
  const unclear = links.filter(({ state }) => state === 'unclear').map(({ url }) => url);
  const details = [
    broken.length > 0 ? `Não existe: ${broken.join(', ')}.` : '',
    unclear.length > 0 ? `Abra você para conferir, o site não respondeu a nós: ${unclear.join(', ')}.` : '',
  ];
  const detail = details.filter(Boolean).join(' ') || 'Todos respondem.';
  const state = broken.length + unclear.length > 0 ? 'doubt' : 'right';
  return [...found, { label: 'Links que respondem', state, detail }];
}

export function checksOf({ email, readers, outside, tested }: Checked): Check[] {
  const { html, text, size } = email;
  const leaves = html.includes(LEAVE) && text.includes(LEAVE);
  return [
    {
      label: 'Destinatários',
      state: readers === 0 ? 'wrong' : 'right',
      detail:
        readers === undefined
          ? 'Contando...'
          : readers === 0
            ? 'Ninguém atende a este segmento.'
            : `${readersText(readers)}.`,
    },
    {
      label: 'Link para sair da lista',
      state: leaves ? 'right' : 'wrong',
      detail: leaves ? 'Está no e-mail e no texto simples.' : 'Falta no e-mail. Escreva ao suporte do site.',
    },
    {
      label: 'Tamanho',
      state: size <= MAX_BYTES ? 'right' : 'wrong',
      detail: `${kilobytes(size)} de ${kilobytes(MAX_BYTES)}; acima disso o Gmail corta a carta.`,
    },
    {
      label: 'Texto simples',
      state: text.trim() ? 'right' : 'wrong',
      detail: text.trim() ? 'Pronto para quem não lê HTML.' : 'Está vazio.',
    },
    pictures(html),
    links(html),
    ...outsideChecks(outside),
    {
      label: 'Teste enviado a você',
      state: tested ? 'right' : 'doubt',
      detail: tested ? `Foi para ${tested}.` : 'Ainda não, desde a última mudança.',
    },
  ];
}
