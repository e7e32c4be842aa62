import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  description: string;
}

export interface ChoiceMenuProps<Value extends string> {
  /** The button that opens it. */
  trigger: ReactNode;
  /** Name of the choice, for screen readers. */
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  /** Shown as soon as it is rendered: its code came with the first press. */
  isOpenAtFirst?: boolean;
}

/** A menu of which exactly one entry is chosen. */
export function ChoiceMenu<Value extends string>({
  trigger,
  label,
  choices,
  value,
  onChoose,
  isOpenAtFirst = false,
}: ChoiceMenuProps<Value>) {
  return (
    // Not modal, as `Menu`.
    <Primitive.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          className="z-60 w-80 max-w-[calc(100vw-1.5rem)] rounded-lg border border-border bg-popover p-1 shadow-pop enter-fade"
        >
          <Primitive.RadioGroup
            aria-label={label}
            value={value}
            onValueChange={(chosen) => {
              const choice = choices.find((one) => one.value === chosen);
              if (choice) onChoose(choice.value);
            }}
          >
            {choices.map((choice) => (
              <Primitive.RadioItem
                key={choice.value}
                value={choice.value}
                className="grid min-h-11 cursor-default grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 rounded-md px-2 py-2 type-ui outline-none select-none data-highlighted:bg-accent"
              >
                <Primitive.ItemIndicator className="col-start-1 row-start-1 pt-1">
                  <Check aria-hidden="true" className="size-4 text-north" strokeWidth={1.8} />
                </Primitive.ItemIndicator>
                <span className="col-start-2 row-start-1">
                  <span className="block font-label">{choice.label}</span>
                  <span className="block text-small leading-snug text-muted-foreground">{choice.description}</span>
                </span>
              </Primitive.RadioItem>
            ))}
          </Primitive.RadioGroup>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
