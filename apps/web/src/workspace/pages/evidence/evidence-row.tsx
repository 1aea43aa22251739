import { Link } from '@tanstack/react-router'
import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { Clock, ShieldAlert, TriangleAlert } from 'lucide-react'
import { Badge, Status } from '../../../ui/badge.tsx'
import { KINDS, STATUS, VISIBILITY, validity } from './labels.ts'

export const VisibilityBadge = ({ visibility }: Pick<Evidence, 'visibility'>) => {
  const { label, hint, icon } = VISIBILITY[visibility]
  return (
    <Badge icon={icon} title={hint}>
      {label}
    </Badge>
  )
}

/** A badge only if action is needed. */
export function Validity({ evidence }: { evidence: Evidence }) {
  const { text, tone } = validity(evidence)
  if (tone === 'neutral') return <span className="text-xs whitespace-nowrap text-ink-3">{text}</span>
  return (
    <Badge tone={tone} icon={tone === 'critical' ? TriangleAlert : Clock}>
      {text}
    </Badge>
  )
}

export function EvidenceRow({ evidence }: { evidence: Evidence }) {
  const { id, title, kind, issuer, review_status, scan_status, upload_status, visibility } = evidence
  const { label, tone } = STATUS[review_status]
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to="/evidence/$id"
          params={{ id }}
          className="block truncate text-sm font-medium after:absolute after:inset-0"
          title={title}
        >
          {title}
        </Link>
        <p className="truncate text-xs text-ink-3">
          {KINDS[kind]}
          {issuer && ` · ${issuer}`}
          {upload_status !== 'uploaded' && ' · no file'}
        </p>
      </div>
      {scan_status === 'infected' && (
        <Badge tone="critical" icon={ShieldAlert}>
          Infected
        </Badge>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:contents">
        <span className="sm:w-36 sm:text-right">
          <Validity evidence={evidence} />
        </span>
        <span className="sm:w-24">
          <VisibilityBadge visibility={visibility} />
        </span>
        <Status tone={tone} className="text-xs sm:w-36">
          {label}
        </Status>
      </div>
    </li>
  )
}
