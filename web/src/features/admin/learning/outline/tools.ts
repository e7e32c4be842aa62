import type { OutlineLesson, OutlineModule } from '../queries';
import type { KeyboardMove } from './use-keyboard-move';

/** Actions of the rows, and the data they share. */
export interface OutlineTools {
  course: string;
  keys: KeyboardMove;
  /** Id of the instructions for screen readers. */
  describedBy: string;
  onMove: (lesson: OutlineLesson) => void;
  onPublish: (lesson: OutlineLesson) => void;
  onRemoveLesson: (lesson: OutlineLesson) => void;
  onRename: (module: OutlineModule) => void;
  onRemoveModule: (module: OutlineModule) => void;
  onAddLesson: (module: OutlineModule) => void;
  onFiles: (files: readonly File[], module: OutlineModule) => void;
}
