// Written by `cargo xtask gen` from the personal fields of the server. Do not edit.

/** Fields of a letter, with the default that the editor suggests. */
export const personalFields = [
  { name: 'primeiro_nome', label: 'Primeiro nome', example: 'leitor' },
  { name: 'nome', label: 'Nome completo', example: 'leitor' },
  { name: 'email', label: 'E-mail', example: 'seu e-mail' },
  { name: 'plano', label: 'Plano', example: 'gratuito' },
] as const;

/** Maximum length of a default in characters. */
export const MAX_DEFAULT_LENGTH = 60;
