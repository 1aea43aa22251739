import type { Evidence } from '@veritrace/contract/provenance/evidence'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { FactList, When } from '../../shared/fact-list.tsx'
import { Person } from '../../shared/people.tsx'
import { dateOf, KINDS, VISIBILITY } from './labels.ts'

const SOURCES: Readonly<Record<Evidence['source'], string>> = {
  upload: 'Uploaded',
  link: 'Linked',
  crawl: 'Found by the crawler',
}

/** All known details; empty ones are left out. */
export function Facts({ evidence }: { evidence: Evidence }) {
  const { period_start, period_end, tags, visibility } = evidence
  const facts: Record<string, ReactNode> = {
    Kind: KINDS[evidence.kind],
    Issuer: evidence.issuer,
    Scope: evidence.scope,
    Issued: date(evidence.issued_at),
    'Valid from': date(evidence.valid_from),
    'Valid until': date(evidence.valid_until),
    Period: period_start || period_end ? [date(period_start) ?? '…', date(period_end) ?? '…'].join(' – ') : null,
    'Renewal due': date(evidence.renewal_due_at),
    Visibility: `${VISIBILITY[visibility].label}: ${lower(VISIBILITY[visibility].hint)}`,
    Tags: tags.length > 0 && (
      <span className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </span>
    ),
    'Legal hold': evidence.legal_hold && 'On: it cannot be deleted or replaced',
    'Deleted by policy': evidence.purge_after && `after ${dateOf(evidence.purge_after)}`,
    'How collected': evidence.collection_procedure,
    Source: SOURCES[evidence.source],
    Added: <When at={evidence.created_at} by={evidence.uploaded_by && <Person id={evidence.uploaded_by} />} />,
    Changed: <When at={evidence.updated_at} />,
  }
  return (
    <Card>
      <CardHead title="Details" hint={`version ${evidence.version}`} />
      {evidence.description && (
        <p className="border-b border-line-row px-4 py-3 text-sm whitespace-pre-line wrap-anywhere">
          {evidence.description}
        </p>
      )}
      <FactList facts={facts} />
    </Card>
  )
}

const date = (moment: string | null): string | null => (moment ? dateOf(moment) : null)
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
