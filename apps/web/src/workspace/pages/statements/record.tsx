import type { StatementDetail } from '@veritrace/contract/provenance/statements'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Badge, Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { moment } from '../../../ui/format.ts'
import { Ago } from '../../shared/ago.tsx'
import { EVENTS, SIGNER_STATUSES } from './labels.ts'

interface Props {
  statement: StatementDetail
}

export function Signers({ statement: { signers } }: Props) {
  const signed = signers.filter(({ status }) => status === 'signed').length
  return (
    <Card>
      <CardHead title="Signers" hint={signers.length > 0 ? `${signed} of ${signers.length} signed` : undefined} />
      {signers.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-2">No one has been asked to sign yet.</p>
      ) : (
        <ul className="divide-y divide-line-row">
          {signers.map(({ id, name, email, role, status, typed_name, signed_at, decline_reason, ip }) => (
            <li key={id} className="flex flex-col gap-0.5 px-4 py-2.5 text-sm">
              <span className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
                <Status tone={SIGNER_STATUSES[status].tone}>{SIGNER_STATUSES[status].label}</Status>
              </span>
              <span className="text-xs text-ink-3 wrap-anywhere">{[role, email].filter(Boolean).join(', ')}</span>
              {typed_name && signed_at && (
                <span className="text-xs text-ink-2">
                  as <q className="quote">{typed_name}</q>, <time dateTime={signed_at}>{moment(signed_at)}</time>
                  {ip && ` from ${ip}`}
                </span>
              )}
              {decline_reason && <q className="quote wrap-anywhere">{decline_reason}</q>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Anyone with the statement can compute both hashes. */
export function Seal({ statement: { seal, seal_version, seal_valid, body_sha256 } }: Props) {
  return (
    <Card>
      <CardHead
        title="Seal"
        actions={
          seal &&
          (seal_valid ? (
            <Badge tone="positive" icon={ShieldCheck}>
              Intact
            </Badge>
          ) : (
            <Badge tone="critical" icon={ShieldAlert}>
              Broken
            </Badge>
          ))
        }
      />
      <dl className="flex flex-col gap-2 px-4 py-3 text-sm">
        <div>
          <dt className="text-xs text-ink-3">SHA-256 of the text</dt>
          <dd className="font-mono text-xs break-all">{body_sha256}</dd>
        </div>
        <div>
          <dt className="text-xs text-ink-3">Seal{seal_version !== null && `, version ${seal_version}`}</dt>
          <dd className={seal ? 'font-mono text-xs break-all' : 'text-ink-2'}>
            {seal ?? 'Computed once everyone has signed.'}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

export function Events({ statement: { events, signers } }: Props) {
  const nameOf = (id: string | null) => signers.find((one) => one.id === id)?.name
  return (
    <Card>
      <CardHead title="History" />
      <ol className="flex flex-col gap-1.5 px-4 py-3 text-sm">
        {events.map(({ type, at, signer_id, ip, user_agent }) => (
          <li key={`${type} ${at} ${signer_id}`} className="flex gap-2" title={`${ip}, ${user_agent}`}>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {EVENTS[type]}
              {nameOf(signer_id) && <span className="text-ink-3"> · {nameOf(signer_id)}</span>}
            </span>
            <Ago at={at} className="shrink-0 text-xs text-ink-3" />
          </li>
        ))}
      </ol>
    </Card>
  )
}
