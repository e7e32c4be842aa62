import type { MethodologyContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { CallBlock } from '@/ui/call-block';

/** Opens the chat with the words for this subject. */
export function MethodologyCall({ call }: Pick<MethodologyContent, 'call'>) {
  const site = useSite();
  return <CallBlock call={call} href={chatUrl(site, 'methodology')} field="cadence" seed="metodo" />;
}
