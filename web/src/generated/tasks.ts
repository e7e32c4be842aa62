// Written by `cargo xtask gen` from the `task_labels` of the modules. Do not edit.

/** What the panel calls jobs and kinds of tasks. */
export const taskLabels: Readonly<Record<string, string>> = {
  clean: 'Remover cartões de links antigos',
  cleanup_old_auth_logs: 'Limpar logs de autenticação',
  cleanup_old_job_logs: 'Limpar logs de jobs',
  cleanup_old_rate_limits: 'Limpar contagens de tentativas',
  collect_orphans: 'Remover arquivos sem uso',
  empty_content_trash: 'Esvaziar a lixeira de conteúdos',
  end_course_access: 'Encerrar acessos vencidos aos cursos',
  erase_accounts: 'Excluir as contas cujo prazo terminou',
  reconcile_payments: 'Conferir os pagamentos',
  send: 'Enviar os e-mails de avisos',
  study_reminders: 'Enviar lembretes de estudo',
  sweep_accounts: 'Remover sessões e códigos vencidos',
};
