import type { Page } from '@veritrace/contract/provenance/pages'
import { FileClock, Globe, PencilLine } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { ago, moment } from '../../../ui/format.ts'

type Given = Pick<Page, 'published' | 'published_at' | 'unpublished_at' | 'draft_changes' | 'updated_at'>

/** Changes to a published page are public immediately: the badge informs the team and asks for no action. */
export function StateBadge({ page }: { page: Given }) {
  if (!page.published)
    return (
      <Badge icon={FileClock} title={page.unpublished_at ? `Unpublished ${moment(page.unpublished_at)}` : undefined}>
        {page.unpublished_at ? 'Unpublished' : 'Draft'}
      </Badge>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Badge tone="positive" icon={Globe} title={page.published_at ? moment(page.published_at) : undefined}>
        Published{page.published_at && ` ${ago(page.published_at)}`}
      </Badge>
      {page.draft_changes && (
        <Badge tone="info" icon={PencilLine} title={`Last changed ${moment(page.updated_at)}; already public`}>
          Changed since
        </Badge>
      )}
    </span>
  )
}
