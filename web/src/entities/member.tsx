/** Members as others see them. */
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { askAtOnce, type Selected } from '@/lib/backend';
import { cx } from '@/lib/cx';
import { fnv1a } from '@/lib/fnv1a';
import { initialsOf } from '@/lib/start/initials';
import { Link } from '@/ui/link';

export type Profile = Selected<'member_profiles', typeof PROFILE_COLUMNS>;

export const PROFILE_COLUMNS = 'user_id,display_name,company,position,avatar_url,experience_level';

/** The cards of members by id. */
export function profilesQuery(ids: readonly string[]) {
  const wanted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: ['profiles', wanted],
    enabled: wanted.length > 0,
    queryFn: async ({ signal }): Promise<Map<string, Profile>> => {
      const rows = await askAtOnce((client) =>
        client.from('member_profiles').select(PROFILE_COLUMNS).in('user_id', wanted).abortSignal(signal),
      );
      return new Map(rows.map((row) => [row.user_id, row]));
    },
    // A list that grows keeps the names it has.
    placeholderData: (known) => known,
  });
}

export const LEVELS: Readonly<Record<Profile['experience_level'], string>> = {
  iniciante: 'Iniciante',
  intermediario: 'Intermediário',
  avancado: 'Avançado',
  expert: 'Expert',
};

/** Name of a member without one. */
const NAMELESS = 'Membro da comunidade';

export const nameOf = (profile: Profile | undefined): string => profile?.display_name?.trim() || NAMELESS;

const TONES = [
  'bg-plate text-foreground',
  'bg-plate-2 text-foreground',
  'bg-plate-3 text-block-foreground',
  'bg-block text-block-foreground',
];

export function Avatar({ profile, id, className }: { profile: Profile | undefined; id: string; className?: string }) {
  const size = cx('shrink-0 rounded-sm', className ?? 'size-10');
  const [missing, setMissing] = useState<string>();
  if (profile?.avatar_url && profile.avatar_url !== missing) {
    return (
      <img
        src={profile.avatar_url}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        // Removed by its owner elsewhere, or by the moderation.
        onError={() => setMissing(profile.avatar_url ?? undefined)}
        className={cx(size, 'object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      // No text: a button or a link around it is named by its label alone.
      data-initials={initialsOf(nameOf(profile))}
      className={cx(
        size,
        'grid place-items-center font-serif text-sm leading-none font-medium before:content-[attr(data-initials)]',
        TONES[(fnv1a(id) >>> 0) % TONES.length],
      )}
    />
  );
}

/** More than the line, for fingers; not upwards, where the title may be whose line it stands under. */
const TOUCH = 'max-lg:-mb-2.5 max-lg:pb-2.5';

/** The name of a member, which leads to the card. */
export function MemberName({
  profile,
  id,
  className,
}: {
  profile: Profile | undefined;
  id: string;
  className?: string;
}) {
  return (
    <Link href={paths.membersMember(id)} className={cx(TOUCH, 'font-label text-foreground hover:underline', className)}>
      {nameOf(profile)}
    </Link>
  );
}

/** Position and company, as far as they are known. */
export function roleOf(profile: Profile | undefined): string {
  return [profile?.position, profile?.company].filter(Boolean).join(', ');
}
