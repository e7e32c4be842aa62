/**
 * A login that came as a plain post because the application could not be fetched: the page that answers it fetches it
 * again. The e-mail stays in its field; the password is not sent back.
 */
import type { PublicForm } from '@/widgets/public-form/definition';
import { signInText } from './text';

export const LOGIN_FORM = 'entrar';

export const postedLogin: PublicForm<'email'> = {
  name: LOGIN_FORM,
  fields: ['email'],
  writes: [],
  success: signInText.success,
  prepare: async () => {},
  submit: async () => ({ kind: 'refused', notice: signInText.incomplete, status: 422 }),
};
