import type { MentoringContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { CallBlock } from '@/ui/call-block';

/** Asks for a talk of thirty minutes. */
export function MentoringCall({ call }: Pick<MentoringContent, 'call'>) {
  const site = useSite();
  return <CallBlock call={call} href={chatUrl(site, 'contact')} field="converge" seed="conversa" />;
}
