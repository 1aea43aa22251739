import { Link } from '@tanstack/react-router'
import type { RequestItem, TrustRequest } from '@veritrace/contract/provenance/requests'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { plural } from '../../../ui/format.ts'
import { DECISIONS } from './labels.ts'
import { useThings } from './use-request.ts'

export function useItemTitle(): (item: RequestItem) => string {
  const { evidence, disclosures } = useThings()
  return ({ evidence_id, disclosure_id, free_text }) =>
    free_text ??
    evidence.find(({ id }) => id === evidence_id)?.title ??
    disclosures.find(({ id }) => id === disclosure_id)?.title ??
    evidence_id ??
    disclosure_id ??
    ''
}

/** The requested items with their decisions. */
export function Items({ request: { requested_items: items } }: { request: TrustRequest }) {
  const titleOf = useItemTitle()
  if (items.length === 0) return null
  return (
    <Card>
      <CardHead title="Requested items" hint={plural(items.length, 'item')} />
      <ul className="divide-y divide-line-row">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {item.evidence_id ? (
                <Link to="/evidence/$id" params={{ id: item.evidence_id }} className="text-accent hover:underline">
                  {titleOf(item)}
                </Link>
              ) : (
                titleOf(item)
              )}
            </span>
            <Status tone={DECISIONS[item.decision].tone} className="text-xs">
              {DECISIONS[item.decision].label}
            </Status>
          </li>
        ))}
      </ul>
    </Card>
  )
}
