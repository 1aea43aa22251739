import { Link } from '@tanstack/react-router'
import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { ago, plural } from '../../../ui/format.ts'
import { STATUS } from './labels.ts'

/** The previous and next versions. Empty if there is only one. */
export function Versions({ evidence, all }: { evidence: Evidence; all: readonly Evidence[] }) {
  const line = lineOf(evidence, all)
  if (line.length < 2) return null
  return (
    <Card>
      <CardHead title="Versions" hint={plural(line.length, 'version')} />
      <ol className="divide-y divide-line-row">
        {line.map(({ id, title, review_status, created_at }) => (
          <li key={id} className="relative flex flex-wrap items-center gap-x-3 px-4 py-2 text-sm hover:bg-hover">
            <Link
              to="/evidence/$id"
              params={{ id }}
              aria-current={id === evidence.id ? 'page' : undefined}
              className="min-w-0 flex-1 basis-40 truncate after:absolute after:inset-0 aria-[current=page]:font-medium"
            >
              {title}
            </Link>
            <Status tone={STATUS[review_status].tone} className="text-xs">
              {STATUS[review_status].label}
            </Status>
            <span className="text-xs text-ink-3">{ago(created_at)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Newest first, like the list. Several versions may have been proposed as a replacement. */
function lineOf(evidence: Evidence, all: readonly Evidence[]): Evidence[] {
  const line = new Set([evidence.id])
  let size = 0
  while (size !== line.size) {
    size = line.size
    for (const { id, supersedes_id } of all) {
      if (supersedes_id && line.has(supersedes_id)) line.add(id)
      if (supersedes_id && line.has(id)) line.add(supersedes_id)
    }
  }
  return all.filter(({ id }) => line.has(id))
}
