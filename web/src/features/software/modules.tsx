import type { ModuleScreen as Screen, SoftwareContent } from '@/generated/content';
import { Plate, type PlateTone } from '@/ui/needle-art';
import { ModuleScreen } from './module-screen';

const TONES: Record<Screen, PlateTone> = { finance: 'plate', sales: 'ink', operations: 'moss', people: 'plate-2' };

/** Four parts of the product in a grid of two by two, each with the drawing of its screen. */
export function Modules({ modules }: Pick<SoftwareContent, 'modules'>) {
  return (
    <section aria-labelledby="modules" className="wrap pb-(--sp-section)">
      <h2 id="modules" className="border-t border-border-strong pt-5 font-label type-ui">
        {modules.title}
      </h2>
      <ul className="mt-6 grid border-t border-l border-border md:grid-cols-2">
        {modules.items.map(({ screen, title, text }) => (
          <li key={screen} className="flex flex-col border-r border-b border-border">
            <Plate tone={TONES[screen]} className="p-[clamp(1.25rem,3.4vw,3.25rem)]">
              <ModuleScreen screen={screen} />
            </Plate>
            <div className="px-[clamp(1.25rem,2.4vw,2.25rem)] pt-6 pb-8">
              <h3 className="type-display-3">{title}</h3>
              <p className="mt-2.5 max-w-[46ch] text-base leading-relaxed text-foreground-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
