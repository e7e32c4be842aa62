/** Intervals of the e-mails about notices, as the server names them. */
export const EMAIL_PERIODS = [
  { value: '5min', label: 'Em até 5 minutos' },
  { value: 'hora', label: 'Uma vez por hora' },
  { value: '3h', label: 'A cada 3 horas' },
  { value: '6h', label: 'A cada 6 horas' },
  { value: '12h', label: 'A cada 12 horas' },
  { value: 'dia', label: 'Uma vez por dia' },
  { value: 'semana', label: 'Uma vez por semana' },
  { value: 'nunca', label: 'Nunca' },
] as const;
