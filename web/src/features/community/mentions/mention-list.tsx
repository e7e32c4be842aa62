import { Avatar } from '@/entities/member';
import { formatCount } from '@/lib/format';
import { Suggestion } from '@/ui/suggestion';
import type { Mentioning } from './use-mentions';

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
            <Suggestion
              key={member.user_id}
              list={id}
              index={index}
              isMarked={index === marked}
              onChoose={() => choose(member)}
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
            </Suggestion>
          ))}
        </div>
      )}
    </div>
  );
}
