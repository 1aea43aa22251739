// Explains a level: the rule that decided, its reasons, and their sources.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import type { Rating } from '@veritrace/contract/casework/shapes'
import { ChevronRight } from 'lucide-react'
import { Cite } from '../../../ui/cite.tsx'
import { plural } from '../../../ui/format.ts'

interface Props {
  rating: Rating
  trace?: Resolution['trace'] | undefined
  onCite(n: number): void
}
export function WhyLevel({ rating, trace, onCite }: Props) {
  return (
    <details className="group border-t" open={rating.status === 'provisional'}>
      <summary className="flex min-h-9 items-center gap-1.5 px-4 py-1.5 text-sm hover:bg-hover">
        <ChevronRight aria-hidden className="size-4 text-ink-3 group-open:rotate-90" />
        Why this level?
        <span className="ml-auto truncate font-mono text-xs text-ink-3">{rating.rule.id}</span>
      </summary>
      <div className="flex flex-col gap-3 px-4 pt-1 pb-3">
        <ol className="flex flex-col gap-1.5 text-sm">
          {rating.reasons.map(({ text, citation }) => (
            <li key={text}>
              {text} {citation !== undefined && <Cite n={citation} onOpen={onCite} />}
            </li>
          ))}
        </ol>
        {rating.atc_priority_expected && (
          <p className="text-sm text-ink-2">Expected ATC priority: {rating.atc_priority_expected}.</p>
        )}
        {rating.status === 'provisional' && (
          <p className="text-sm text-caution">Provisional: some relevant sources have not been read yet.</p>
        )}
        {trace && trace.length > 0 && <Trace trace={trace} />}
        <p className="font-mono text-2xs text-ink-3">
          {rating.rule.ruleset} {rating.rule.version}
        </p>
      </div>
    </details>
  )
}

/** For authors of rules: the inputs of each rule up to the one that decided. */
const Trace = ({ trace }: { trace: NonNullable<Resolution['trace']> }) => (
  <details>
    <summary className="text-sm text-ink-2 hover:text-ink">{plural(trace.length, 'rule')} evaluated</summary>
    <div className="mt-2 flex flex-col gap-2">
      {trace.map((step) => (
        <div key={step.rule_id} className="rounded-md border bg-sunken px-3 py-2 font-mono text-xs text-ink-2">
          <p className="font-medium text-ink">{step.rule_id}</p>
          {Object.entries(step.inputs).map(([name, value]) => (
            <p key={name} className="break-words">
              {name} = {JSON.stringify(value)}
            </p>
          ))}
          <p className="break-words">→ {JSON.stringify(step.output)}</p>
        </div>
      ))}
    </div>
  </details>
)
