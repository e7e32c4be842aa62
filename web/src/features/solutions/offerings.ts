import { paths } from '@/app/paths';
import type { Offering } from '@/lib/content-pages';
import type { FieldName, PlateTone } from '@/ui/needle-art';

/** Where each way of working has its page, and the art that stands for it. */
export const offerings: Record<Offering, { href: string | undefined; field: FieldName; tone: PlateTone }> = {
  mentoring: { href: paths.mentoring, field: 'converge', tone: 'ink' },
  coaching: { href: paths.coaching, field: 'pairs', tone: 'plate-2' },
  software: { href: paths.software, field: 'weave', tone: 'plate' },
  // Its page comes with the members' area.
  community: { href: undefined, field: 'orbit', tone: 'moss' },
};
