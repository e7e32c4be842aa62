import { FileText, Headphones, ListChecks, type LucideIcon, Play, ScrollText } from 'lucide-react';
import type { LessonKind } from './course';

/** The icon of each kind of lesson. */
export const LESSON_KIND_ICONS: Record<LessonKind, LucideIcon> = {
  video: Play,
  audio: Headphones,
  pdf: FileText,
  text: ScrollText,
  quiz: ListChecks,
};
