import type { Profile } from '@/entities/member';
import type { DraftState } from './draft';

export interface PostText {
  title: string;
  content: string;
  category_id: string | null;
  tags: string[];
}

export interface PostFormProps {
  userId: string;
  channel: string;
  profile: Profile | undefined;
  draft: DraftState;
  initial?: Pick<PostText, 'category_id' | 'tags'>;
  /** True if only one line is shown until the form is used. */
  collapses?: boolean;
  actionLabel: string;
  busyLabel: string;
  busy?: boolean;
  onSend: (post: PostText) => void;
  onCancel: () => void;
}
