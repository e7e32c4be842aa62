import { MODERATION_REFUSALS } from '@/entities/moderation-refusals';
import type { ByCode } from '@/lib/errors';

/** Texts for a writer about the server's refusals. */
export const REFUSALS: ByCode<string> = {
  ...MODERATION_REFUSALS,
  channels_are_for_staff: 'Só a equipe cria canais. Sugira o canal a um moderador.',
  too_many_channels_wait: 'Três canais seus já esperam aprovação. Espere a decisão da equipe para pedir outro.',
  channel_waits: 'Este canal ainda espera aprovação.',
  edit_time_over: 'O prazo de 24 horas para editar terminou.',
  comment_not_found: 'O comentário que você está respondendo foi removido.',
  draft_is_older: 'Há uma versão mais nova deste rascunho em outro aparelho.',
};
