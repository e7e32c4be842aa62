import { EMAIL_ADVICE, isEmail } from '@/lib/email';
import { publicForm } from '@/widgets/public-form/definition';
import { newsletterText } from './text';

/** The newsletter's form. A blank value is ignored. */
export const newsletterForm = publicForm({
  name: 'newsletter',
  fields: ['email'],
  writes: ['newsletter_subscriptions'],
  success: newsletterText.success,
  failure: newsletterText.failure,
  check({ email }) {
    const address = email.trim();
    if (!address) return undefined;
    return isEmail(address) ? { checked: address } : { problems: { email: EMAIL_ADVICE } };
  },
  async load() {
    const { subscribe } = await import('./queries');
    return async (address) => ((await subscribe(address)) === 'duplicate' ? newsletterText.duplicate : undefined);
  },
});
