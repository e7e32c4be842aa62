/** The forms behind the links in e-mails of notices. Opening one changes nothing: mail scanners open every link. */
import { EMAIL_PERIODS } from '@/entities/email-periods';
import { publicForm } from '@/widgets/public-form/definition';

const text = {
  changed: {
    title: 'Frequência alterada',
    description:
      'Vale a partir do próximo e-mail. O que acontece na comunidade continua em Avisos, na área de membros.',
    tone: 'success',
  },
  stopped: {
    title: 'E-mails de avisos desligados',
    description: 'O que acontece na comunidade continua em Avisos, na área de membros.',
    tone: 'success',
  },
  remindersStopped: {
    title: 'Lembretes desligados',
    description: 'O seu plano de estudo continua como está, na área de membros.',
    tone: 'success',
  },
  unknown: {
    title: 'Este link não vale mais',
    description: 'Ele pode ter sido cortado pelo programa de e-mail. Confira o endereço na mensagem.',
    tone: 'destructive',
  },
  failure: {
    title: 'Não foi possível concluir',
    description: 'Tente novamente em alguns instantes.',
    tone: 'destructive',
  },
} as const;

/** Changes how often they come. */
export const periodForm = publicForm({
  name: 'frequencia',
  fields: ['token', 'periodo'],
  writes: ['rpc/change_notice_emails'],
  success: text.changed,
  failure: text.failure,
  check: ({ token, periodo }) =>
    EMAIL_PERIODS.some(({ value }) => value === periodo)
      ? { checked: { token, period: periodo } }
      : { problems: { periodo: 'Escolha a frequência.' } },
  async load() {
    const { changePeriod } = await import('./link-queries');
    return async ({ token, period }: { token: string; period: string }) =>
      (await changePeriod(token, period)) ? undefined : text.unknown;
  },
});

/** Ends them. Mail programs post it by their own button, too. */
export const stopForm = publicForm({
  name: 'sair-dos-avisos',
  fields: ['token'],
  writes: ['rpc/stop_notice_emails'],
  success: text.stopped,
  failure: text.failure,
  check: ({ token }) => ({ checked: token }),
  async load() {
    const { stopEmails } = await import('./link-queries');
    return async (token: string) => ((await stopEmails(token)) ? undefined : text.unknown);
  },
});

/** Ends the reminders of the study plan, in the same way. */
export const stopRemindersForm = publicForm({
  name: 'sair-dos-lembretes',
  fields: ['token'],
  writes: ['rpc/stop_study_reminders'],
  success: text.remindersStopped,
  failure: text.failure,
  check: ({ token }) => ({ checked: token }),
  async load() {
    const { stopReminders } = await import('./link-queries');
    return async (token: string) => ((await stopReminders(token)) ? undefined : text.unknown);
  },
});
