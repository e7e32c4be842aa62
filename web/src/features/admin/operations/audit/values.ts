/** The values of fields as the audit log shows them. */
import { entitlementLabels } from '@/generated/entitlements';
import type { Row, TableName } from '@/lib/backend';
import { formatDateTime } from '@/lib/format';

/** The words of a column that holds one of several. */
type WordsOf<Value> = Value extends string ? (string extends Value ? never : Exclude<Value, InPortuguese>) : never;

/** Words that are stored as people read them. */
type InPortuguese = Row<'courses'>['level'] | Row<'contacts'>['subject'] | Row<'waitlist_entries'>['size'];

/** The words of all columns of all tables. */
type Word = {
  [Table in TableName]: { [Column in keyof Row<Table>]: WordsOf<Row<Table>[Column]> }[keyof Row<Table>];
}[TableName];

/** Words in the values of fields: each that a table may hold has its own, or this does not compile. */
const VALUES: Readonly<Record<Word | 'true' | 'false' | 'approved' | 'refused' | 'members' | 'approval', string>> = {
  ...entitlementLabels,
  true: 'sim',
  false: 'não',
  admin: 'administração',
  moderator: 'moderação',
  editor: 'edição',
  publisher: 'publicação',
  members: 'todos os membros',
  approval: 'com aprovação',
  staff: 'só a equipe',
  waiting: 'à espera',
  approved: 'aprovado',
  refused: 'recusado',
  new: 'sem resposta',
  answered: 'respondida',
  archived: 'arquivada',
  article: 'artigo',
  video: 'vídeo',
  audio: 'áudio',
  pdf: 'PDF',
  letter: 'carta',
  text: 'texto',
  quiz: 'questionário',
  hotmart: 'Hotmart',
  terms: 'termos',
  privacy: 'privacidade',
  sign_up: 'ao criar a conta',
  settings: 'nas configurações',
  running: 'em execução',
  success: 'sucesso',
  error: 'erro',
  iniciante: 'iniciante',
  intermediario: 'intermediário',
  avancado: 'avançado',
  expert: 'expert',
  membros: 'membros',
  moderacao: 'moderação',
  ninguem: 'ninguém',
  update: 'Update',
  scale: 'Scale',
  professional: 'Professional',
  month: 'mensal',
  year: 'anual',
  incomplete: 'pagamento por confirmar',
  incomplete_expired: 'não concluída',
  trialing: 'em período de teste',
  active: 'ativa',
  past_due: 'pagamento em atraso',
  canceled: 'encerrada',
  unpaid: 'não paga',
  paused: 'pausada',
  courtesy: 'cortesia',
  unknown: 'desconhecida',
  refunded: 'devolvida',
  disputed: 'contestada',
  manual: 'manual',
  link: 'link',
  publish: 'publicação',
  restore: 'restauração',
  edit: 'edição',
  returned: 'devolvido',
  newcomer: 'recém-chegado',
  words: 'palavras',
  links: 'links',
  review: 'revisão',
  fast: 'textos seguidos',
  reports: 'denúncias',
  acompanhar: 'acompanhar',
  seguir: 'seguir',
  normal: 'normal',
  silenciar: 'silenciar',
  mention: 'menção',
  reply: 'resposta',
  comment: 'comentário',
  accepted: 'resposta aceita',
  like: 'curtida',
  post: 'publicação',
  content: 'conteúdo',
  moderation: 'moderação',
  author: 'autoria',
  channel: 'canal',
  '5min': 'a cada 5 minutos',
  hora: 'a cada hora',
  '3h': 'a cada 3 horas',
  '6h': 'a cada 6 horas',
  '12h': 'a cada 12 horas',
  dia: 'uma vez por dia',
  semana: 'uma vez por semana',
  mes: 'uma vez por mês',
  nunca: 'nunca',
  ofensa: 'ofensa',
  assedio: 'assédio',
  propaganda: 'propaganda',
  dados_pessoais: 'dados pessoais',
  direitos_autorais: 'direitos autorais',
  conteudo_ilegal: 'conteúdo ilegal',
  outro: 'outro motivo',
  profile: 'perfil',
  outside: 'denúncia de fora',
  open: 'em aberto',
  decided: 'decidido',
  upheld: 'procedente',
  dismissed: 'improcedente',
  keep: 'mantido',
  hide: 'ocultado',
  delete: 'excluído',
  lock: 'comentários fechados',
  picture: 'foto removida',
  warn: 'advertência',
  silence: 'silenciado',
  ban: 'banido',
  confirmed: 'confirmada',
  overturned: 'revista',
  single: 'uma resposta',
  multiple: 'várias respostas',
  boolean: 'verdadeiro ou falso',
  played: 'ao assistir',
  read: 'ao ler',
  button: 'pelo botão',
  lesson: 'aula',
  course: 'curso',
  answer: 'resposta',
  programme: 'programa',
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'vazio';
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(', ') : 'vazio';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return (
    (VALUES as Readonly<Record<string, string | undefined>>)[text] ?? (INSTANT.test(text) ? formatDateTime(text) : text)
  );
}
