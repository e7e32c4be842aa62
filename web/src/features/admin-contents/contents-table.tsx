import { ContentCover } from '@/lib/content-cover';
import { DEFAULT_READ_TIME } from '@/lib/content-kind';
import { formatDate, isoDay } from '@/lib/format';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import type { ContentRow } from './queries';
import { RowActions } from './row-actions';
import { StateBadges } from './state-badges';
import { TypeBadge } from './type-badge';

export interface ContentsTableProps {
  contents: readonly ContentRow[];
  onDelete: (content: ContentRow) => void;
}

/** A table from 1024 px on; below, each row is a block: cover, title, one meta line, badges, actions. */
export function ContentsTable({ contents, onDelete }: ContentsTableProps) {
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          <TableHeadCell className="w-24">
            <span className="sr-only">Capa</span>
          </TableHeadCell>
          <TableHeadCell>Título</TableHeadCell>
          <TableHeadCell>Tipo</TableHeadCell>
          <TableHeadCell>Categoria</TableHeadCell>
          <TableHeadCell>Situação</TableHeadCell>
          <TableHeadCell>Criado em</TableHeadCell>
          <TableHeadCell>Leitura</TableHeadCell>
          <TableHeadCell>
            <span className="block text-right">Ações</span>
          </TableHeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {contents.map((content) => (
          <ContentTableRow key={content.id} content={content} onDelete={onDelete} />
        ))}
      </tbody>
    </Table>
  );
}

const BLOCK_CELL = 'max-lg:p-0';

function ContentTableRow({ content, onDelete }: { content: ContentRow; onDelete: (content: ContentRow) => void }) {
  const readTime = content.read_time || DEFAULT_READ_TIME;
  const created = (
    <time dateTime={isoDay(content.created_at)} className="tabular-nums">
      {formatDate(content.created_at)}
    </time>
  );
  return (
    <TableRow className="max-lg:grid max-lg:grid-cols-[4.5rem_minmax(0,1fr)] max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:pt-4.5 max-lg:pb-2">
      <TableCell className={BLOCK_CELL}>
        <ContentCover content={content} className="h-12 w-18" />
      </TableCell>
      <TableCell className={BLOCK_CELL}>
        <span className="block type-title-3">{content.title}</span>
        <span className="block type-meta lg:hidden">
          {[content.category, formatDate(content.created_at), readTime].filter(Boolean).join(' · ')}
        </span>
        {content.tags.length > 0 && <span className="block type-meta">{content.tags.join(', ')}</span>}
      </TableCell>
      <TableCell className="max-lg:hidden">
        <TypeBadge type={content.content_type} />
      </TableCell>
      <TableCell className="max-lg:hidden">{content.category}</TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:p-0">
        <div className="flex flex-wrap gap-1.5 lg:max-w-60">
          <TypeBadge type={content.content_type} className="lg:hidden" />
          <StateBadges content={content} />
        </div>
      </TableCell>
      <TableCell className="whitespace-nowrap text-foreground-2 max-lg:hidden">{created}</TableCell>
      <TableCell className="whitespace-nowrap text-foreground-2 tabular-nums max-lg:hidden">{readTime}</TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:-ml-3 max-lg:p-0">
        <RowActions content={content} onDelete={onDelete} />
      </TableCell>
    </TableRow>
  );
}
