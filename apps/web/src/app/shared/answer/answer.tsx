// A streamed answer: its steps, the text with sources, and follow-up questions.
import type { Suggestion } from '@veritrace/contract/casework/answers'
import type { Project } from '@veritrace/contract/casework/projects'
import { Check, LoaderCircle, Square, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { plural } from '../../../ui/format.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { CitationList, EvidenceDrawer } from '../evidence/evidence-drawer.tsx'
import { Prose } from '../prose.tsx'
import { targetQuery, useTarget } from '../use-target.ts'
import type { AnswerState } from './answer-stream.ts'
import { useAnswer } from './use-answer.ts'

interface Props {
  question: string
  /** The answer is about the code of this project and uses its pack. */
  project?: Pick<Project, 'id' | 'pack'> | undefined
  about?: readonly string[]
  onDone?(answer: AnswerState): void
}

/** Shows follow-up questions and their answers below. */
export function Answer({ question, project, about, onDone }: Props) {
  const [next, setNext] = useState<Suggestion>()
  const { id: target, packId } = useTarget()
  // The target in the address belongs to the pack of the page.
  const isPackOfPage = project === undefined || packId === undefined || project.pack === packId
  const scope = { ...(project && { project_id: project.id }), ...(about && { artifact_ids: [...about] }) }
  const { answer, cancel, again } = useAnswer(
    { question, ...(isPackOfPage ? targetQuery(target) : { pack: project.pack }), scope },
    onDone,
  )
  const [open, setOpen] = useState<number>()
  const { phase, text, steps, citations, warnings, suggestions, done, error } = answer
  return (
    <div className="flex flex-col gap-3" aria-busy={phase === 'asking'}>
      <Steps steps={steps} isAsking={phase === 'asking'} onCancel={cancel} />
      {phase === 'asking' && text === '' && <Waiting />}
      {/* Announced when complete: screen readers would repeat partial sentences. */}
      <div aria-live="polite">
        {phase === 'asking' ? null : (
          <FinishedNote status={done?.status} isCancelled={phase === 'cancelled'} hasText={text !== ''} />
        )}
        {phase !== 'asking' && text && <Prose text={text} onCite={setOpen} className="text-base" />}
      </div>
      {phase === 'asking' && text && <Prose text={text} onCite={setOpen} className="text-base" />}
      {warnings.map(({ code, message }) => (
        <p key={code} className="flex items-start gap-1.5 text-sm text-caution">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {message}
        </p>
      ))}
      {error && <ErrorState title="The answer was interrupted" detail={error} onRetry={again} />}
      {citations.length > 0 && (
        <details className="rounded-md border bg-sunken px-3 py-2">
          <summary className="text-xs font-medium text-ink-2">{plural(citations.length, 'source')}</summary>
          <div className="pt-2">
            <CitationList citations={citations} onOpen={setOpen} />
          </div>
        </details>
      )}
      {suggestions.length > 0 && !next && (
        <div className="flex flex-wrap gap-1.5">
          {suggestions.map((suggestion) => (
            <Button key={suggestion.label} size="sm" onClick={() => setNext(suggestion)}>
              {suggestion.label}
            </Button>
          ))}
        </div>
      )}
      {next && (
        <div className="flex flex-col gap-2 border-t pt-3">
          <p className="text-base font-semibold">{next.label}</p>
          <Answer question={next.label} project={project} {...aboutOf(next)} />
        </div>
      )}
      <EvidenceDrawer citations={citations} open={open} onOpen={setOpen} />
    </div>
  )
}

/** “it” in a follow-up question refers to the object of the previous answer. */
const aboutOf = ({ params: { type, name } }: Suggestion) => (name ? { about: [type ? `${type}:${name}` : name] } : {})

interface StepsProps {
  steps: AnswerState['steps']
  isAsking: boolean
  onCancel(): void
}
const Steps = ({ steps, isAsking, onCancel }: StepsProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
    {steps.map(({ label, status }) => (
      <span key={label} className="inline-flex items-center gap-1">
        <Check aria-hidden className={cn('size-3.5', status === 'done' ? 'text-positive' : 'text-ink-3')} />
        {label}
      </span>
    ))}
    {isAsking && (
      <>
        <span className="inline-flex items-center gap-1">
          <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
          Searching…
        </span>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          <Square className="size-3!" />
          Stop
        </Button>
      </>
    )}
  </div>
)

const Waiting = () => (
  <div className="appear-late flex flex-col gap-2">
    <Skeleton className="w-full max-w-xl" />
    <Skeleton className="w-2/3 max-w-md" />
  </div>
)

type Status = NonNullable<AnswerState['done']>['status']
const NOTES: Partial<Record<Status, string>> = {
  refused: 'The evidence cannot answer this question.',
  truncated: 'The answer reached the length limit and was cut off.',
}

interface NoteProps {
  status: Status | undefined
  isCancelled: boolean
  hasText: boolean
}
function FinishedNote({ status, isCancelled, hasText }: NoteProps) {
  const stopped = hasText ? 'Stopped. The answer so far:' : 'Stopped before the answer started.'
  const note = isCancelled ? stopped : status && NOTES[status]
  return note ? <p className="mb-1.5 text-sm text-ink-2">{note}</p> : null
}
