import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { Clock, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { moment } from '../../../ui/format.ts'
import { dueOf } from './labels.ts'

/** A badge only if time is short. */
export function Due({ request }: { request: TrustRequest }) {
  const { text, tone } = dueOf(request)
  const at = request.closed_at ?? request.due_at
  return (
    <time dateTime={at} title={moment(at)} className="text-xs whitespace-nowrap text-ink-3">
      {tone === 'neutral' ? (
        text
      ) : (
        <Badge tone={tone} icon={tone === 'critical' ? TriangleAlert : Clock}>
          {text}
        </Badge>
      )}
    </time>
  )
}
