/** The state of the installation in words. */
import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatBytes } from '@/lib/bytes';
import { formatAgo, formatCount, formatNumber } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { HealthPoint } from './queries';

type State = HealthPoint['state'];

export const STATES: Readonly<Record<State, { label: string; tone: StateTone }>> = {
  good: { label: 'Em ordem', tone: 'success' },
  attention: { label: 'Atenção', tone: 'running' },
  problem: { label: 'Problema', tone: 'failure' },
  unknown: { label: 'Sem medida', tone: 'waiting' },
  unset: { label: 'Não configurado', tone: 'running' },
};

export const LABELS: Readonly<Record<HealthPoint['part'], string>> = {
  database: 'Banco de dados',
  disk: 'Espaço em disco',
  emails: 'E-mails',
  tasks: 'Tarefas',
  payments: 'Pagamentos',
  copies: 'Cópias de segurança',
  proofs: 'Conferência das cópias',
  quarantine: 'Quarentena',
  errors: 'Erros',
  memory: 'Memória',
  nodes: 'Servidores',
  version: 'Versão',
};

interface PageLink {
  label: string;
  href: string;
}

/** Advice about a point: words, and the page that mends it where there is one. */
export interface Remedy {
  text: string;
  link?: PageLink;
}

/** States from the most urgent to the least. */
const URGENCY: readonly State[] = ['problem', 'attention', 'unset', 'unknown', 'good'];

export const needsSomebody = ({ state }: Pick<HealthPoint, 'state'>): boolean => state !== 'good';

/** The points, the most urgent first, otherwise in their own order. */
export function byUrgency(points: readonly HealthPoint[]): HealthPoint[] {
  return [...points].sort((one, other) => URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state));
}

/** The short answer above the list. */
export function answerOf(points: readonly Pick<HealthPoint, 'state'>[]): string {
  const count = points.filter(needsSomebody).length;
  if (count === 0) return 'Tudo funciona.';
  return count === 1 ? '1 ponto precisa de você.' : `${formatNumber(count)} pontos precisam de você.`;
}

const bytes = (value: number | null) => (value === null ? 'um espaço desconhecido' : formatBytes(value));

/** `há 2 dias`, or `em 10/11/2026`. */
function agoOrOn(instant: string, now: number): string {
  const ago = formatAgo(instant, now);
  return /^\d/.test(ago) ? `em ${ago}` : ago;
}

/** One sentence about a point, with its figures. */
export function sentenceOf(point: HealthPoint, version: string, now: number): string {
  if (point.state === 'unknown') return 'Não foi possível medir agora.';
  const count = point.count ?? 0;
  const last = point.last_at && agoOrOn(point.last_at, now);
  switch (point.part) {
    case 'database':
      return point.state === 'good' ? `Responde e ocupa ${bytes(point.bytes)}.` : 'Não responde.';
    case 'disk':
      if (point.bytes === null) return 'Os arquivos estão em um serviço sem limite conhecido.';
      return point.state === 'problem'
        ? `Restam ${bytes(point.bytes)}: novos arquivos são recusados.`
        : `Restam ${bytes(point.bytes)}.`;
    case 'emails':
      return [
        point.waiting ? `${formatCount(point.waiting, 'mensagem espera', 'mensagens esperam')}.` : 'Nenhuma espera.',
        count > 0 && `${formatCount(count, 'falhou', 'falharam')} nas últimas 24 horas.`,
        last ? `O último envio foi ${last}.` : 'Nada foi enviado ainda.',
      ]
        .filter(Boolean)
        .join(' ');
    case 'tasks':
      if (count === 1) return '1 tarefa falhou e não será repetida sozinha.';
      if (count > 1) return `${formatNumber(count)} tarefas falharam e não serão repetidas sozinhas.`;
      return point.state === 'good' ? 'Nenhuma falhou nem está atrasada.' : 'Há tarefas atrasadas.';
    case 'payments':
      return count > 0
        ? `${formatCount(count, 'aviso do pagamento não foi lido', 'avisos do pagamento não foram lidos')}.`
        : 'Todos os avisos do serviço de pagamento foram lidos.';
    case 'copies':
      if (point.state === 'unset') return 'Nada é copiado sozinho: falta um destino.';
      if (count > 0) return last ? `A última cópia falhou. A mais nova foi feita ${last}.` : 'A última cópia falhou.';
      return last ? `A mais nova foi feita ${last}.` : 'A primeira é feita no próximo horário.';
    case 'proofs':
      if (count > 0) return 'A cópia mais nova não pôde ser restaurada.';
      return last
        ? `Uma cópia foi restaurada e conferida ${last}.`
        : 'A primeira conferência é na próxima segunda-feira.';
    case 'quarantine':
      return point.state === 'good'
        ? 'O site envia e executa tudo normalmente.'
        : 'O site foi restaurado de uma cópia e não envia nem executa nada.';
    case 'errors':
      return count > 0
        ? `${formatCount(count, 'erro registrado', 'erros registrados')} na última hora.`
        : 'Nenhum na última hora.';
    case 'memory':
      return `O servidor usa ${bytes(point.bytes)}.`;
    case 'nodes':
      return count > 1 ? `${formatNumber(count)} servidores atendem o site.` : 'Um servidor atende o site.';
    case 'version':
      return count > 0
        ? `Este servidor está na versão ${version}, e outro mais novo já usa o mesmo banco.`
        : `Ateneu ${version}, em dia com o banco de dados.`;
  }
}

const tasks: PageLink = { label: 'Ver as tarefas', href: paths.adminTasks };
const copies: PageLink = { label: 'Ver as cópias', href: paths.adminCopies };

const REMEDIES: Readonly<Record<HealthPoint['part'], Remedy>> = {
  database: { text: 'Veja se o banco de dados está no ar e se o servidor o alcança.' },
  disk: {
    text: 'Libere espaço no disco do servidor ou aumente-o.',
    link: { label: 'Ver a mídia', href: paths.adminMedia },
  },
  emails: { text: 'Veja o motivo em cada mensagem e confira o serviço de e-mail.', link: tasks },
  tasks: { text: 'Leia o motivo de cada uma e repita-a quando a causa estiver resolvida.', link: tasks },
  payments: { text: 'Repita cada um: até lá, o acesso de quem pagou pode não estar certo.', link: tasks },
  copies: { text: 'Confira o destino das cópias e faça uma agora.', link: copies },
  proofs: {
    text: 'Faça uma cópia nova; se ela também não puder ser restaurada, confira o destino e a senha.',
    link: copies,
  },
  quarantine: {
    text: 'Quando o servidor anterior estiver desligado, retome o site.',
    link: { label: 'Ver o painel', href: signedInPaths.adminPanel({ section: 'visao-geral' }) },
  },
  errors: { text: 'O registro do servidor (journalctl -u ateneu) diz o que falhou.' },
  memory: { text: 'Reinicie o servidor se o uso não parar de crescer.' },
  nodes: { text: 'Veja se todos os servidores estão no ar.' },
  version: { text: 'Atualize o programa deste servidor.' },
};

/** Advice about a point; undefined while it is in order. */
export function remedyOf({ part, state }: Pick<HealthPoint, 'part' | 'state'>): Remedy | undefined {
  if (state === 'good') return undefined;
  if (state === 'unknown') return { text: 'Espere um minuto; se continuar assim, veja o registro do servidor.' };
  if (part === 'copies' && state === 'unset') {
    return { text: 'Informe uma pasta em outra máquina ou um espaço S3 na configuração do servidor.', link: copies };
  }
  return REMEDIES[part];
}
