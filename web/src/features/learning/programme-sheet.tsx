import { Progress } from '@/ui/progress';
import { Sheet } from '@/ui/sheet';
import { Programme, type ProgrammeProps } from './programme';

export interface ProgrammeSheetProps extends Pick<ProgrammeProps, 'modules'> {
  current: string;
  state: NonNullable<ProgrammeProps['state']>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The lessons of a course over the open one, where there is no room beside it. Loaded when it is opened first. */
export default function ProgrammeSheet({ modules, state, current, open, onOpenChange }: ProgrammeSheetProps) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Aulas do curso">
      <Progress value={state.progress} className="mb-6" />
      {/* The links themselves are what is operated; this only notices that one was followed. */}
      <div
        ref={(list) => list?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })}
        onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && onOpenChange(false)}
      >
        <Programme modules={modules} state={state} current={current} compact />
      </div>
    </Sheet>
  );
}
