/** Reason why a lesson is closed, in words. */
import type { Database } from '@/generated/database';
import { formatCount, formatDate, formatDateTime } from '@/lib/format';
import { wallClock } from '@/lib/sao-paulo';
import { planName } from './plan-names';

type CourseState = NonNullable<Database['public']['Functions']['learning_course']['Returns']>;
export type Lock = NonNullable<CourseState['lessons'][string]['lock']>;

/** `Scale ou Professional` */
const listed = (names: readonly string[]): string => names.join(' ou ');

/** The day; with the hour where it is not the day's first instant. */
const opening = (at: string): string =>
  wallClock(at).toISOString().endsWith('T00:00:00.000Z') ? formatDate(at) : formatDateTime(at);

/** Reason why a lesson is closed, and what opens it. */
export function lockText(lock: Lock): string {
  switch (lock.because) {
    case 'access':
      return 'Aberta a assinantes.';
    case 'plan':
      return lock.plans.length > 0
        ? `Incluída a partir do plano ${planName(lock.plans[0] ?? null)}.`
        : 'Não incluída em nenhum plano por enquanto.';
    case 'date':
      return lock.opens_at
        ? `Abre em ${opening(lock.opens_at)}.`
        : `Abre ${formatCount(lock.after_days, 'dia', 'dias')} depois de você começar o curso.`;
    case 'lesson':
      return `Abre quando você concluir a aula “${lock.title}”.`;
    case 'programme':
      return `Aberta a quem participa do programa ${listed(lock.titles)}.`;
    case 'course':
      return `Abre quando você concluir o curso “${lock.title}”.`;
  }
}
