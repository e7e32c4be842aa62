// Written by `cargo xtask gen` from the `task_labels` of the modules. Do not edit.

/** What the panel calls jobs and kinds of tasks. */
export const taskLabels: Readonly<Record<string, string>> = {
  appeal: 'Responder com o resultado do recurso',
  clean: 'Remover cartões de links antigos',
  cleanup_old_auth_logs: 'Limpar logs de autenticação',
  cleanup_old_job_logs: 'Limpar logs de jobs',
  cleanup_old_rate_limits: 'Limpar contagens de tentativas',
  collect_orphans: 'Remover arquivos sem uso',
  comment: 'Avisar de um comentário',
  content: 'Avisar de um conteúdo novo',
  decision: 'Responder com a decisão',
  empty_content_trash: 'Esvaziar a lixeira de conteúdos',
  end_course_access: 'Encerrar acessos vencidos aos cursos',
  erase_accounts: 'Excluir as contas cujo prazo terminou',
  guarantee: 'Devolver pela garantia',
  link: 'Buscar o cartão de um link',
  notice: 'Mostrar um aviso nos aparelhos',
  office: 'Devolver a pedido da administração',
  post: 'Avisar de uma publicação',
  publish: 'Publicar um conteúdo',
  reconcile_payments: 'Conferir os pagamentos',
  send: 'Enviar os e-mails de avisos',
  study_reminders: 'Enviar lembretes de estudo',
  sweep_accounts: 'Remover sessões e códigos vencidos',
  unpublish: 'Tirar um conteúdo do ar',
  withdrawal: 'Devolver por arrependimento',
};
