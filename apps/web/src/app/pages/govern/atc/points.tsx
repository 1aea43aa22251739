import { useSearch } from '@tanstack/react-router'
import type { Agreement, AgreementPoint } from '@veritrace/contract/casework/agreement'
import { Equal } from 'lucide-react'
import { Fragment } from 'react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { plural } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { targetQuery } from '../../../shared/use-target.ts'
import { Filters, useFilters } from './filters.tsx'
import { STATES } from './words.ts'

const PAGE = 50

/** The findings on which ATC and Veritrace disagree, with the evidence of both. */
export function Points({ agreement }: { agreement: Agreement }) {
  const { target } = useSearch({ from: '/app/govern' })
  const { check, q, state, reason } = useFilters()
  const filters = { ...(check && { check }), ...(q && { q }), ...(state && { state }), ...(reason && { reason }) }
  const found = usePages(['agreement', 'findings', agreement.digest, filters], (at) =>
    api.agreement.points({
      params: { id: agreement.project_id },
      query: { limit: PAGE, ...targetQuery(target), ...(filters as object), ...at },
    }),
  )
  return (
    <>
      <Filters agreement={agreement} hasStates />
      <Loaded query={found}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty icon={Equal} title={Object.keys(filters).length > 0 ? 'No matching findings' : 'No disagreements'}>
              {Object.keys(filters).length > 0
                ? 'Remove a filter to see more.'
                : 'ATC and Veritrace agree on all comparable findings.'}
            </Empty>
          ) : (
            <>
              <p className="px-4 pb-2 text-xs text-ink-3">{plural(total ?? items.length, 'finding')}</p>
              <ul>
                {items.map((point) => (
                  <PointRow key={keyOf(point)} point={point} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <More found={found} className="border-t border-line-row" />
    </>
  )
}

const keyOf = ({ object, check, subject }: AgreementPoint): string =>
  [object.type, object.name, check.id, subject.type, subject.name].join(' ')

function PointRow({ point: { state, object, check, subject, atc, ours, explanation } }: { point: AgreementPoint }) {
  return (
    <li className="border-t border-line-row px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        <code className="font-mono text-xs break-all">
          {object.type} {object.name}
        </code>
        <span aria-hidden className="text-ink-3">
          →
        </span>
        <code className="font-mono text-xs break-all">
          {subject.type} {subject.name}
        </code>
        <span className="text-xs text-ink-3">{check.title}</span>
      </p>
      <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <div>
          <dt className="text-xs font-medium text-ink-3">ATC</dt>
          <dd className="break-words text-ink-2">{atc ? <AtcSide atc={atc} /> : 'No finding.'}</dd>
        </div>
        <div>
          <dt className="text-xs font-medium text-ink-3">Veritrace</dt>
          <dd className="break-words text-ink-2">{ours ? <OurSide ours={ours} /> : 'No finding.'}</dd>
        </div>
      </dl>
      <p className="mt-2 text-xs text-ink-3">{explanation}</p>
    </li>
  )
}

const AtcSide = ({ atc }: { atc: NonNullable<AgreementPoint['atc']> }) => (
  <>
    Priority {atc.priority}
    {atc.line !== null && `, line ${atc.line}`}
    {atc.findings > 1 && `, ${plural(atc.findings, 'finding')}`}
    {atc.exempted && ', exempted'}: {atc.message || atc.message_id}
  </>
)

/** Breaks lines after a slash or dot only. */
const Path = ({ path }: { path: string }) =>
  path.split(/(?<=[/.])/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a path may repeat
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const OurSide = ({ ours }: { ours: NonNullable<AgreementPoint['ours']> }) => (
  <>
    Level {ours.level} by {ours.rule}, {ours.access}
    {ours.sites > 1 && ` in ${plural(ours.sites, 'place')}`}
    {ours.file && (
      <>
        {' '}
        <span className="font-mono text-xs">
          <Path path={ours.file} />
          {ours.line !== null && `:${ours.line}`}
        </span>
      </>
    )}
  </>
)
