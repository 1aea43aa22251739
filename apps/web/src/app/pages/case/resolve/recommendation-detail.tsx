// One recommendation, with its reasons, options and sources.

import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { ArrowRight, Check, Clock, X } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { Kbd } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { day, days, plural } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { Confidence } from '../../../../ui/meter.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { DECISION } from '../../../shared/case/words.ts'
import { CitationList, EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Prose } from '../../../shared/prose.tsx'
import { Part } from '../../../shared/resolution/resolution-card.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useCase } from '../queries.ts'
import { useGoPhase, useSetSearch } from '../search.ts'
import { PatternConflicts } from './pattern-conflicts.tsx'
import { SuccessorFit } from './successor-fit.tsx'
import { useDecide } from './use-decide.ts'

interface Props {
  recommendation: Recommendation
  /** The id of an alternative, or empty for the recommended option. */
  alternative: string
  onAlternative(id: string): void
  onAccept(): void
  onReject(): void
  onDefer(): void
}
export function RecommendationDetail(props: Props) {
  const { recommendation: one, alternative, onAlternative, onAccept, onReject, onDefer } = props
  const { may, whyNot } = useDecide()
  const [cited, setCited] = useState<number>()
  return (
    <>
      <header className="shrink-0 border-b px-4 pt-3 pb-3 lg:pr-12">
        <p className="flex flex-wrap items-center gap-2 text-xs text-ink-3">
          <Badge tone={DECISION[one.status].tone}>{DECISION[one.status].label}</Badge>
          <span className="tnum">priority {one.priority}</span>
          <Confidence value={one.confidence} />
        </p>
        <h2 className="mt-1.5 text-base font-semibold break-words">{one.title}</h2>
        {one.decision && (
          <p className="mt-1 text-xs text-ink-2">
            {DECISION[one.status].label} by {one.decision.by.name} on {day(one.decision.at)}
            {one.defer_until && ` until ${day(one.defer_until)}`}. {one.decision.reason || one.decision.note}
          </p>
        )}
      </header>
      <ScrollPane label="Details" className="min-h-0 flex-1 overflow-y-auto">
        <div className="px-4 py-3">
          <Prose text={one.rationale_md} onCite={setCited} className="text-sm" />
          <dl className="mt-3 grid grid-cols-3 gap-2 text-xs">
            <Fact label="Reach the target" value={plural(one.lift.objects_reaching_target, 'object')} />
            <Fact label="Improve" value={plural(one.lift.objects_improved, 'object')} />
            <Fact label="Effort" value={`${days(one.effort.p50)} (P80: ${days(one.effort.p80)})`} />
          </dl>
          {one.risk_reasons.length > 0 && (
            <p className="mt-2 text-xs text-ink-2">
              Risk {one.risk}: {one.risk_reasons.join(' ')}
            </p>
          )}
        </div>
        {one.needs_decision && (
          <Part title="Decision needed">
            <p className="text-sm">{one.needs_decision.question}</p>
            <p className="text-xs text-ink-2">{one.needs_decision.options.join(' or ')}</p>
          </Part>
        )}
        <Alternatives
          of={one}
          value={alternative}
          onChange={onAlternative}
          disabled={!may || one.status !== 'proposed'}
        />
        <PatternConflicts recommendation={one} />
        <SuccessorFit recommendation={one} />
        <Objects of={one} />
        {one.citations.length > 0 && (
          <Part title={plural(one.citations.length, 'source')}>
            <CitationList citations={one.citations} onOpen={setCited} />
          </Part>
        )}
      </ScrollPane>
      <footer className="flex shrink-0 flex-wrap items-center gap-2 border-t bg-sunken px-4 py-2.5 max-lg:sticky max-lg:bottom-0">
        {one.status !== 'proposed' || !may ? (
          <p className="text-xs text-ink-2">
            {one.status !== 'proposed' ? `${DECISION[one.status].label}. Later runs carry this over.` : whyNot}
          </p>
        ) : (
          <>
            <Button variant="solid" onClick={onAccept}>
              <Check />
              Accept
              <Kbd className="ml-0.5 border-transparent bg-transparent text-ink-inverse">A</Kbd>
            </Button>
            <Button onClick={onReject}>
              <X />
              Reject
              <Kbd>R</Kbd>
            </Button>
            <Button onClick={onDefer}>
              <Clock />
              Defer
              <Kbd>D</Kbd>
            </Button>
          </>
        )}
      </footer>
      <EvidenceDrawer citations={one.citations} open={cited} onOpen={setCited} />
    </>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="label">{label}</dt>
    <dd className="text-sm font-medium tnum">{value}</dd>
  </div>
)

interface AlternativesProps {
  of: Recommendation
  value: string
  onChange(id: string): void
  disabled: boolean
}
function Alternatives({ of, value, onChange, disabled }: AlternativesProps) {
  const { codes } = usePack(useCase().pack.id)
  if (of.alternatives.length === 0) return null
  const options = [
    { id: '', title: 'As recommended', effort: of.effort, resulting_code: undefined },
    ...of.alternatives,
  ]
  return (
    <Part title="Options">
      <fieldset disabled={disabled} className="flex flex-col gap-1.5">
        <legend className="sr-only">Options</legend>
        {options.map(({ id, title, effort, resulting_code }) => (
          <label
            key={id}
            className="flex items-center gap-2 rounded-md border px-2.5 py-1.5 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input type="radio" name={`alternative-${of.id}`} checked={id === value} onChange={() => onChange(id)} />
            <span className="min-w-0 flex-1">{title}</span>
            {resulting_code && <Level code={resulting_code} codes={codes} />}
            <span className="text-xs text-ink-2 tnum">{days(effort.p50)}</span>
          </label>
        ))}
      </fieldset>
    </Part>
  )
}

function Objects({ of }: { of: Recommendation }) {
  const setSearch = useSetSearch()
  const go = useGoPhase()
  return (
    <Part title={plural(of.artifacts_total, 'object')}>
      <ul className="flex flex-col gap-0.5">
        {of.artifacts.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="min-h-6 font-mono text-xs text-accent hover:underline"
              onClick={() => setSearch({ view: 'objects', group: undefined, open: id }, false)}
            >
              {name}
            </button>
          </li>
        ))}
        {of.artifacts_total > of.artifacts.length && (
          <li className="text-xs text-ink-3">and {of.artifacts_total - of.artifacts.length} more</li>
        )}
      </ul>
      <Button size="sm" className="mt-2" onClick={() => go('graph', { item: of.id })}>
        Show impact
        <ArrowRight />
      </Button>
    </Part>
  )
}
