import { Avatar } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import type { Mentioning } from './use-mentions';

/** The id of an entry, for the field that has the focus. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** The members to choose from, under the field in which a name is typed. */
export function MentionList({ id, mentioning: { found, marked, choose } }: { id: string; mentioning: Mentioning }) {
  return (
    <div className="relative">
      <p aria-live="polite" className="sr-only">
        {found.length > 0 && `${formatCount(found.length, 'membro', 'membros')} para mencionar. Use as setas.`}
      </p>
      {found.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="Membros para mencionar"
          className="absolute top-1 left-0 z-20 max-h-72 w-full max-w-88 overflow-y-auto rounded-lg border border-border bg-popover p-1 shadow-pop"
        >
          {found.map((member, index) => (
            <button
              type="button"
              key={member.user_id}
              id={optionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === marked}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(member)}
              className={cx(
                'flex min-h-11 w-full text-left cursor-default items-center gap-3 rounded-md px-2 py-1 hover:bg-accent',
                index === marked && 'bg-accent',
              )}
            >
              <Avatar
                profile={{ ...member, position: null, experience_level: 'iniciante' }}
                id={member.user_id}
                className="size-8 text-micro"
              />
              <span className="min-w-0">
                <span className="block truncate type-ui">{member.display_name}</span>
                {member.company && (
                  <span className="block truncate text-small text-muted-foreground">{member.company}</span>
                )}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
