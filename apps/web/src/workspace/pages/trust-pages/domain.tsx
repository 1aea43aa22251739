import type { Page } from '@veritrace/contract/provenance/pages'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ago, moment } from '../../../ui/format.ts'
import { CopyButton } from '../../shared/copy-button.tsx'

const STATES: Readonly<Record<Page['domain']['status'], readonly [Tone, string]>> = {
  none: ['neutral', 'No domain'],
  pending_dns: ['caution', 'Waiting for DNS'],
  verified: ['positive', 'Verified'],
  failed: ['critical', 'Verification failed'],
}

/** The verification status of the saved domain, and the DNS record for it. */
export function Domain({ page: { custom_domain, domain } }: { page: Page }) {
  if (!custom_domain) return null
  const [tone, words] = STATES[domain.status]
  return (
    <section
      aria-label={`Verification of ${custom_domain}`}
      className="flex flex-col gap-3 rounded-md border bg-sunken p-3 text-sm"
    >
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-xs wrap-anywhere">{custom_domain}</span>
        <Badge tone={tone}>{words}</Badge>
        {domain.checked_at && (
          <time dateTime={domain.checked_at} title={moment(domain.checked_at)} className="text-xs text-ink-3">
            checked {ago(domain.checked_at)}
          </time>
        )}
      </p>
      {domain.last_error && domain.status !== 'verified' && (
        <p className="text-xs wrap-anywhere text-ink-2">{domain.last_error}</p>
      )}
      {domain.records.map(({ type, name, value }) => (
        <dl key={name} className="grid gap-2 sm:grid-cols-[5rem_minmax(0,1fr)]">
          <dt className="text-xs text-ink-3">Type</dt>
          <dd className="font-mono text-xs">{type}</dd>
          <Part label="Name" text={name} />
          <Part label="Value" text={value} />
        </dl>
      ))}
      <p className="text-xs text-ink-3">
        Add this record at your DNS provider. We check it every hour, so it must stay there. Also point the domain at
        this server.
      </p>
    </section>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="flex items-start gap-2">
        <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{text}</span>
        <CopyButton text={text} what={`the ${label.toLowerCase()}`} label="Copy" />
      </dd>
    </>
  )
}
