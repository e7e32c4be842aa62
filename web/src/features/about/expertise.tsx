import type { AboutContent } from '@/generated/content';
import { NeedleArt } from '@/ui/needle-art';

/** Nine fields of work, each by the art that stands for it everywhere on the site. */
export function Expertise({ expertise }: Pick<AboutContent, 'expertise'>) {
  return (
    <>
      <h3 className="mt-[clamp(3rem,5vw,5rem)] type-display-3">Áreas de atuação</h3>
      <ul className="mt-[clamp(1.5rem,3vw,2.5rem)] grid border-t border-l border-border sm:grid-cols-2 md:grid-cols-3">
        {expertise.map(({ field, title, text }) => (
          <li
            key={title}
            className="flex flex-wrap items-center gap-x-5 gap-y-9 border-r border-b border-border p-4 sm:last:max-md:col-span-2 md:grid md:content-start md:items-start md:p-5"
          >
            <NeedleArt field={field} seed={title} width={162} height={108} step={27} className="h-18 w-27" />
            <div className="flex-1">
              <h4 className="type-title-2">{title}</h4>
              <p className="mt-1.5 text-small leading-snug text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
