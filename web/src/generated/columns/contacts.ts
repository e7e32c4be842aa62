// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  name: 200,
  email: 254,
  company: 200,
  message: 5000,
} as const;

export const words = {
  subject: ['Mentoria Executiva', 'Consultoria Estratégica', 'Palestras e Eventos', 'Parcerias', 'Mídia e Entrevistas', 'Outros Assuntos'],
  status: ['new', 'answered', 'archived'],
} as const;
