import type { Purpose } from './requests';
/** Texts of the account screens about e-mails and their links. */

import type { ToastMessage } from '@/ui/toast';

interface EmailLabels {
  title: string;
  /** Around the address. */
  lede: readonly [before: string, after: string];
  button: string;
  /** Time at which nothing arrives. The text must not reveal whether there is an account. */
  missing: string;
}

export const emailLabels: Record<Purpose, EmailLabels> = {
  signup: {
    title: 'Confirme seu e-mail',
    lede: ['Enviei um link e um código para', '. Abra o link ou digite o código aqui.'],
    button: 'Confirmar e-mail',
    missing:
      'Não chegou? Veja na caixa de spam. Se este endereço já tiver conta confirmada, nada é enviado: entre com a sua senha ou peça uma nova.',
  },
  signin: {
    title: 'Confira seu e-mail',
    lede: ['Se houver uma conta com', ', um link e um código chegam em instantes.'],
    button: 'Entrar',
    missing: 'Não chegou? Veja na caixa de spam e confira se o endereço é o da sua conta.',
  },
  recovery: {
    title: 'Confira seu e-mail',
    lede: ['Se houver uma conta com', ', um link e um código para trocar a senha chegam em instantes.'],
    button: 'Continuar',
    missing: 'Não chegou? Veja na caixa de spam e confira se o endereço é o da sua conta.',
  },
};

export const accountToasts = {
  confirmed: { title: 'E-mail confirmado', description: 'A sua conta está pronta.', tone: 'success' },
  emailChanged: { title: 'E-mail trocado', description: 'A sua conta usa agora o novo endereço.', tone: 'success' },
  linked: { title: 'Conta vinculada', description: 'Ela também abre agora a sua conta aqui.', tone: 'success' },
  sentAgain: { title: 'E-mail enviado', description: 'O novo código vale no lugar do anterior.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>;
