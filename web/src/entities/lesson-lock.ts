/** Why a lesson is closed, in words. */
import type { Database } from '@/generated/database';
import { formatDate } from '@/lib/format';
import { planName } from './plan-names';

type CourseState = NonNullable<Database['public']['Functions']['learning_course']['Returns']>;
export type Lock = NonNullable<CourseState['lessons'][string]['lock']>;

/** `Scale ou Professional` */
const listed = (names: readonly string[]): string => names.join(' ou ');

/** Why a lesson is closed, and what opens it. */
export function lockText(lock: Lock): string {
  switch (lock.because) {
    case 'access':
      return 'Aberta a assinantes.';
    case 'plan':
      return `Incluída no plano ${listed(lock.plans.map((plan) => planName(plan, plan)))}.`;
    case 'date':
      return lock.opens_at
        ? `Abre em ${formatDate(lock.opens_at)}.`
        : `Abre ${lock.after_days} dias depois de você começar o curso.`;
    case 'lesson':
      return `Abre quando você concluir a aula “${lock.title}”.`;
    case 'programme':
      return `Aberta a quem participa do programa ${listed(lock.titles)}.`;
    case 'course':
      return `Abre quando você concluir o curso “${lock.title}”.`;
  }
}
