import { useQuery } from '@tanstack/react-query';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { createContext, use } from 'react';
import { PICTURES_PATH, picturesQuery } from '../pictures/pictures';
import type { AddedPicture } from '../pictures/use-pictures';
import { FILES_PATH, Picture } from './schema';

/** The pictures that were added on this page: they are shown before they are stored. */
export const AddedPictures = createContext<readonly AddedPicture[]>([]);

/** A picture as the post shows it: those from elsewhere are links. */
function PictureView({ node: { attrs } }: NodeViewProps) {
  const [src, alt] = [String(attrs.src), String(attrs.alt ?? '')];
  const key = src.startsWith(PICTURES_PATH) ? src.slice(PICTURES_PATH.length) : undefined;
  const own = use(AddedPictures).find((one) => one.key === key || src === `#envio-${one.id}`);
  const { data: links } = useQuery(picturesQuery(key && !own ? [key] : []));
  const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(src) ?? [];
  const isPicture = own || src.startsWith(FILES_PATH);
  return (
    <NodeViewWrapper as="span">
      {isPicture && (
        <img
          src={own?.preview ?? (key ? links?.get(key) : src)}
          alt={alt}
          width={width}
          height={height}
          className={own && !own.key ? 'opacity-60' : undefined}
        />
      )}
      {!isPicture && <span className="bare-link">{alt || src}</span>}
    </NodeViewWrapper>
  );
}

export const ShownPicture = Picture.extend({ addNodeView: () => ReactNodeViewRenderer(PictureView) });
