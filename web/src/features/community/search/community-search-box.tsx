import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { paths } from '@/app/pages';
import { useNavigate } from '@/lib/router';
import { Input } from '@/ui/input';
import { communitySearchPath } from './community-paths';

export interface CommunitySearchBoxProps {
  /** Channel that is searched, if not all are. */
  channel?: string;
  label: string;
}

/** Leads to the page of results. */
export function CommunitySearchBox({ channel, label }: CommunitySearchBoxProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (search.trim()) navigate(communitySearchPath({ search: search.trim(), channel }));
  };
  return (
    <search className="mt-6 block">
      <form action={paths.membersSearchPage} onSubmit={submit} className="relative">
        <Search
          aria-hidden="true"
          strokeWidth={1.6}
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          name="busca"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          maxLength={120}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="pl-11"
        />
      </form>
    </search>
  );
}
