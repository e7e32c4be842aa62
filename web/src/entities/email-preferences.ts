/** Kinds of e-mails that a person can have, and the reasons; the page of a link and the settings show the same. */
import type { EmailKind, EmailPreference, EmailPreferences } from '@/generated/functions';
import { formatDate } from '@/lib/format';
import { planName } from './plan-names';

export type { EmailKind, EmailPreference, EmailPreferences };

/** Title and content of each kind. A further kind is one more entry. */
export const EMAIL_KINDS: Record<EmailKind, { title: string; about: string }> = {
  open: { title: 'Carta semanal', about: 'Um tema de gestão por vez, com um exemplo e uma pergunta para a reunião.' },
  premium: { title: 'Carta premium', about: 'A carta dos assinantes, toda semana, com a parte que não está no site.' },
  checkout: {
    title: 'Lembretes de compra',
    about: 'Quando você abre a página de pagamento e não conclui.',
  },
  membership: {
    title: 'Dicas sobre a assinatura',
    about: 'No primeiro mês de membro, e depois de um mês sem entrar.',
  },
  return: {
    title: 'E-mails depois da assinatura',
    about: 'Um convite depois do fim, e uma pergunta depois de uma devolução.',
  },
};

/** Reasons for automated e-mails that rest on the person's own contract. */
const CONTRACTS: Readonly<Record<Exclude<EmailKind, 'open' | 'premium'>, string>> = {
  checkout: 'porque você começou uma compra',
  membership: 'porque você assina um plano',
  return: 'porque você assinou um plano',
};

/** Reason why the person receives it, or since when not. Empty for automated e-mails that nothing has begun. */
export function emailReason({ kind, follows, since, source, plan, basis }: EmailPreference): string {
  const day = since && formatDate(since);
  if (kind !== 'open' && kind !== 'premium') {
    if (!day) return '';
    if (!follows) return `Você saiu em ${day}.`;
    return `Desde ${day}, ${basis === 'consent' ? 'porque você pediu' : CONTRACTS[kind]}.`;
  }
  if (kind === 'premium') {
    const included = `Faz parte do plano ${planName(plan)}.`;
    return follows || !day ? included : `${included} Você saiu em ${day}.`;
  }
  if (!follows) return day ? `Você saiu em ${day}.` : 'Você não recebe esta carta.';
  const from = source ? `Origem: ${source}.` : 'Pelo formulário do site.';
  return day ? `Você se inscreveu em ${day}. ${from}` : from;
}
