import { pictureSources } from '@/lib/picture-sources';
import { useSite } from './site';

export interface PictureProps {
  src: string;
  /** Empty for what only decorates. */
  alt: string;
  /** The picture's shape: the place is kept before it arrives. */
  width: number;
  height: number;
  /** Width at which it is shown, as in the attribute `sizes`. */
  sizes: string;
  eager?: boolean;
  className?: string;
}

/** A picture no larger than the screen needs. One that is not ours comes as it is. */
export function Picture({ src, alt, width, height, sizes, eager = false, className }: PictureProps) {
  const { origin } = useSite();
  const sources = pictureSources(src, origin);
  return (
    <img
      // Before the address, so that it applies when loading begins.
      loading={eager ? 'eager' : 'lazy'}
      {...(sources ? { sizes, srcSet: sources.srcSet, src: sources.src } : { src })}
      alt={alt}
      width={width}
      height={height}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={className}
    />
  );
}
