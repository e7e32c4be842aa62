import type { Editor } from '@tiptap/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '@/lib/format';
import { Suggestion } from '@/ui/suggestion';
import type { MenuView } from './slash-menu';
import type { Block } from './tools';

const GAP = 6;

export interface SlashListProps {
  id: string;
  editor: Editor;
  view: MenuView;
  onChoose: (block: Block) => void;
}

/** The blocks to choose from, beside the slash, in the nearest positioned element. */
export function SlashList({ id, editor, view: { found, marked, start }, onChoose }: SlashListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const count = found.length;
  useLayoutEffect(() => {
    // The height depends on the number of entries.
    const around = count > 0 && list.current?.offsetParent?.getBoundingClientRect();
    if (!list.current || !around) return;
    const { offsetHeight: height, offsetWidth: width } = list.current;
    const caret = editor.view.coordsAtPos(start);
    const isBelow = caret.bottom + GAP + height < window.innerHeight || caret.top < height + GAP;
    const top = isBelow ? caret.bottom + GAP : caret.top - GAP - height;
    const left = Math.min(caret.left - around.left, around.width - width);
    setPlace({ left: Math.max(0, left), top: top - around.top });
  }, [editor, start, count]);
  useLayoutEffect(() => {
    const row = list.current;
    const option = row?.children[marked];
    if (!row || !(option instanceof HTMLElement)) return;
    // Scrolls the list and nothing around it.
    const { offsetTop: top, offsetHeight: height } = option;
    row.scrollTop = Math.min(Math.max(row.scrollTop, top + height - row.clientHeight), top);
  }, [marked]);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {count > 0 && `${formatCount(count, 'bloco', 'blocos')} para inserir. Use as setas.`}
      </p>
      {count > 0 && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label="Blocos para inserir"
          style={place}
          className="absolute z-20 max-h-[min(38rem,70vh)] w-72 max-w-full overflow-y-auto rounded-lg border border-border bg-popover p-1 shadow-pop"
        >
          {found.map((block, index) => (
            <Suggestion
              key={block.label}
              list={id}
              index={index}
              isMarked={index === marked}
              onChoose={() => onChoose(block)}
            >
              <block.icon aria-hidden="true" className="size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.6} />
              <span className="flex-1 type-ui">{block.label}</span>
              {block.typed && (
                <span aria-hidden="true" className="font-[ui-monospace,monospace] text-small text-muted-foreground">
                  {block.typed}
                </span>
              )}
            </Suggestion>
          ))}
        </div>
      )}
    </>
  );
}
