import { Check } from 'lucide-react';
import { benefits } from './text';

export function Benefits({ isAdmin }: { isAdmin: boolean }) {
  const { title, items } = isAdmin ? benefits.admin : benefits.subscriber;
  return (
    <section aria-labelledby="benefits" className="border-t border-border-strong pt-4">
      <h2 id="benefits" className="mb-5 type-title-2">
        {title}
      </h2>
      <ul className="text-base leading-normal">
        {items.map((item) => (
          <li
            key={item}
            className="grid grid-cols-[1.75rem_1fr] border-t border-border py-2.5 first:border-t-0 first:pt-0"
          >
            <Check aria-hidden="true" className="mt-1 size-4 text-north" strokeWidth={1.6} />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
