import { Link } from '@tanstack/react-router'
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { Status } from '../../../ui/badge.tsx'
import { Due } from './due.tsx'
import { DIRECTIONS, KINDS, STATUS } from './labels.ts'

export function RequestRow({ request }: { request: TrustRequest }) {
  const { id, number, subject, kind, direction, status, requester, stages, current_stage_id } = request
  const { label, tone } = STATUS[status]
  const stage = stages.find((one) => one.id === current_stage_id)
  const Arrow = direction === 'inbound' ? ArrowDownLeft : ArrowUpRight
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Arrow aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-2">
            <span className="shrink-0 font-mono text-xs text-ink-3">{number}</span>
            <Link
              to="/requests/$id"
              params={{ id }}
              className="truncate text-sm font-medium after:absolute after:inset-0"
              title={subject}
            >
              {subject}
            </Link>
          </p>
          <p className="truncate text-xs text-ink-3">
            <span className="sr-only">{DIRECTIONS[direction]}: </span>
            {KINDS[kind]} · {requester.name}
            {requester.company && `, ${requester.company}`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:pl-6 sm:contents">
        <span className="sm:w-36 sm:text-right">
          <Due request={request} />
        </span>
        <Status tone={tone} className="text-xs sm:w-44">
          <span className="truncate">
            {label}
            {stage && <span className="text-ink-3"> · {stage.title}</span>}
          </span>
        </Status>
      </div>
    </li>
  )
}
