import { paths } from '@/app/paths';
import { isLive } from '@/app/routes';
import type { Offering } from '@/lib/content-pages';
import type { FieldName, PlateTone } from '@/ui/needle-art';

/** Where each way of working has its page, and the art that stands for it. */
const OFFERINGS: Record<Offering, { path: string; field: FieldName; tone: PlateTone }> = {
  mentoring: { path: paths.mentoring, field: 'converge', tone: 'ink' },
  coaching: { path: paths.coaching, field: 'pairs', tone: 'plate-2' },
  software: { path: paths.software, field: 'weave', tone: 'plate' },
  community: { path: paths.membersWelcome, field: 'orbit', tone: 'moss' },
};

/** The page of an offering, while there is one. */
export function offering(page: Offering) {
  const { path, ...look } = OFFERINGS[page];
  return { ...look, href: isLive(path) ? path : undefined };
}
