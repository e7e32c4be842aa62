import { useQuery } from '@tanstack/react-query';
import { picturesQuery } from '../pictures/pictures';

/** The first picture of a post, small. The box around it is there before. */
export default function Thumbnail({ picture }: { picture: string }) {
  const { data: links } = useQuery(picturesQuery([picture]));
  const link = links?.get(picture);
  return link && <img src={link} alt="" loading="lazy" decoding="async" className="size-full object-cover" />;
}
