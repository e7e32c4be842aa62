import { useQuery } from '@tanstack/react-query';
import { FileText, Film, type LucideIcon, Music } from 'lucide-react';
import { cx } from '@/lib/cx';
import { closedPreviewQuery, coverPreviewOf, type MediaFile } from './queries';

function iconOf({ mime_type: type }: MediaFile): LucideIcon {
  if (type.startsWith('video/')) return Film;
  return type.startsWith('audio/') ? Music : FileText;
}

/** A picture as it is, other files as the sign of their kind. Its name stands beside it. */
export function MediaPreview({ file, className }: { file: MediaFile; className?: string }) {
  const closed = useQuery(closedPreviewQuery(file));
  const source = coverPreviewOf(file) ?? closed.data;
  const Icon = iconOf(file);
  return (
    <span className={cx('grid place-items-center overflow-hidden bg-muted', className)}>
      {source ? (
        <img src={source} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Icon aria-hidden="true" className="size-6 text-muted-foreground" strokeWidth={1.4} />
      )}
    </span>
  );
}
