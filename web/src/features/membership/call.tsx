import type { MembershipContent } from '@/generated/content';
import { chatUrl } from '@/lib/content';
import { useSite } from '@/lib/site';
import { CallBlock } from '@/ui/call-block';

/** For who would rather talk first. */
export function MembershipCall({ call }: Pick<MembershipContent, 'call'>) {
  const site = useSite();
  return <CallBlock call={call} href={chatUrl(site, 'membership')} field="orbit" seed="comunidade" step={80} />;
}
