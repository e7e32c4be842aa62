import type { Testimonial } from '@/generated/content';
import { cx } from '@/lib/cx';
import { initialsOf } from '@/lib/start/initials';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { Monogram } from '@/ui/needle-art';

export interface QuotationProps {
  testimonial: Omit<Testimonial, 'id'>;
  /** Marked as a sample. */
  sample: boolean;
  href: string;
  className?: string | undefined;
}

export function Quotation({ testimonial, sample, href, className }: QuotationProps) {
  const { name, position, company, content, relationship } = testimonial;
  return (
    <Link href={href} newTab className={cx('block', className)}>
      <blockquote className="quotation">{content}</blockquote>
      <div className="mt-[clamp(1.75rem,3vw,2.75rem)] flex items-center gap-4 max-sm:flex-wrap">
        <Monogram initials={initialsOf(name)} size="large" />
        <p className="type-ui flex-1 max-sm:basis-3/5">
          <span className="block font-label">{name}</span>
          <span className="text-muted-foreground">
            {position}, {company} · {relationship}
          </span>
        </p>
        {sample && (
          <Badge tone="line" className="max-sm:ml-18">
            Depoimento de exemplo
          </Badge>
        )}
      </div>
    </Link>
  );
}
