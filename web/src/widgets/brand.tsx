import { paths } from '@/app/pages';
import { useSite } from '@/entities/site';
import { Link } from '@/ui/link';

/** Monogram and name, with the one vermilion corner. */
export function Brand({ className }: { className?: string }) {
  const site = useSite();
  return (
    <Link href={paths.home} className={`inline-flex min-h-11 items-center gap-3 ${className ?? ''}`}>
      <span
        aria-hidden="true"
        className="relative grid size-9.5 place-items-center bg-foreground font-serif text-base leading-none font-medium text-background after:absolute after:-top-0.75 after:-right-0.75 after:size-1.75 after:bg-north"
      >
        {site.monogram}
      </span>
      <span className="font-serif text-xl leading-none tracking-[-0.02em]">{site.name}</span>
      {site.demonstration && <span className="type-meta max-sm:sr-only">Demonstração</span>}
    </Link>
  );
}
