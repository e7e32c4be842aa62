import { paths } from '@/app/pages';
import type { Offering } from '@/generated/content';
import type { FieldName, PlateTone } from '@/ui/needle-art';

/** Where each way of working has its page, and the art that stands for it. */
export const offerings: Record<Offering, { href: string; field: FieldName; tone: PlateTone }> = {
  mentoring: { href: paths.mentoring, field: 'converge', tone: 'ink' },
  coaching: { href: paths.coaching, field: 'pairs', tone: 'plate-2' },
  software: { href: paths.software, field: 'weave', tone: 'plate' },
  community: { href: paths.membersWelcome, field: 'orbit', tone: 'moss' },
};
