import type { RequestStage, StageAdvance, TrustRequest } from '@veritrace/contract/provenance/requests'
import { Circle, CircleCheck, CircleDot, CircleSlash, CircleX, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { When } from '../../shared/fact-list.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { Person } from '../../shared/people.tsx'
import { dueIn, STAGE_HINTS } from './labels.ts'
import { NdaStatements } from './nda-statements.tsx'
import { StageDialog } from './stage-dialog.tsx'

const LOOKS: Readonly<Record<RequestStage['status'], { icon: LucideIcon; look: string; word: string }>> = {
  pending: { icon: Circle, look: 'text-ink-3', word: 'upcoming' },
  active: { icon: CircleDot, look: 'text-accent', word: 'current' },
  done: { icon: CircleCheck, look: 'text-positive', word: 'done' },
  skipped: { icon: CircleSlash, look: 'text-ink-3', word: 'skipped' },
  failed: { icon: CircleX, look: 'text-critical', word: 'failed' },
}

interface Props {
  request: TrustRequest
  /** Receives the secret of the grant, which only this response contains. */
  onToken(token: string): void
}
export function Stages({ request, onToken }: Props) {
  // The request as it was when the button was pressed: updates must not change what the user confirms.
  const [step, setStep] = useState<Step>()
  const { stages, current_stage_id } = request
  const passed = stages.filter(({ status }) => status === 'done' || status === 'skipped').length
  const active = stages.find(({ id }) => id === current_stage_id)
  return (
    <Card>
      <CardHead title="Stages" hint={`${passed} of ${stages.length} done`} />
      <ol className="px-4 py-3">
        {stages.map((stage, i) => (
          <Stage key={stage.id} stage={stage} isOver={!active} isLast={i === stages.length - 1}>
            {stage === active && (
              <Actions stage={stage} request={request} onOutcome={(outcome) => setStep({ request, stage, outcome })} />
            )}
          </Stage>
        ))}
      </ol>
      {step && <StageDialog {...step} onToken={onToken} onClose={() => setStep(undefined)} />}
    </Card>
  )
}

interface Step {
  request: TrustRequest
  stage: RequestStage
  outcome: StageAdvance['outcome']
}
interface StageProps {
  stage: RequestStage
  /** True if the request is closed. */
  isOver: boolean
  isLast: boolean
  children: ReactNode
}
function Stage({ stage, isOver, isLast, children }: StageProps) {
  const { title, status, required, note } = stage
  const { icon: Icon, look, word } = LOOKS[status]
  return (
    <li aria-current={status === 'active' ? 'step' : undefined} className="flex gap-3">
      <span className="flex flex-col items-center">
        <Icon aria-hidden className={cn('size-5 shrink-0', look)} />
        {!isLast && <span aria-hidden className="my-1 w-px flex-1 bg-line-strong" />}
      </span>
      <div className={cn('min-w-0 flex-1 text-sm', !isLast && 'pb-4')}>
        <h3 className={cn(status === 'active' ? 'font-semibold' : 'font-medium', status === 'pending' && 'text-ink-2')}>
          {title}
          <span className="sr-only"> ({word})</span>
          {!required && <span className="ml-2 text-xs font-normal text-ink-3">optional</span>}
        </h3>
        <p className="text-xs text-ink-3">{isOver && !stage.completed_at ? 'Not reached' : <Past stage={stage} />}</p>
        {note && <blockquote className="quote mt-1 border-l-2 pl-3 wrap-anywhere">{note}</blockquote>}
        {children}
      </div>
    </li>
  )
}

const DONE = { complete: 'Completed', skip: 'Skipped', reject: 'Rejected' } as const

/** Who completed the stage and when, or when it is due. */
function Past({ stage: { outcome, completed_at, completed_by, due_at, assignee_id } }: { stage: RequestStage }) {
  if (completed_at)
    return (
      <>
        {outcome ? DONE[outcome] : 'Closed with the request'}{' '}
        <When at={completed_at} by={<Person id={completed_by} />} />
      </>
    )
  if (!due_at) return null
  const { text, isLate } = dueIn(due_at)
  return (
    <>
      <time dateTime={due_at} className={isLate ? 'font-medium text-critical' : undefined}>
        {text}
      </time>
      {assignee_id && (
        <>
          {' · '}
          <Person id={assignee_id} />
        </>
      )}
    </>
  )
}

interface ActionProps {
  stage: RequestStage
  request: TrustRequest
  onOutcome(outcome: StageAdvance['outcome']): void
}
function Actions({ stage: { key, required }, request, onOutcome }: ActionProps) {
  const isUnsigned = key === 'nda' && !request.nda_signature_id
  const missing = whyNot('member')
  return (
    <div className="mt-2 flex flex-col gap-3 rounded-lg border bg-sunken p-3">
      <p className="text-ink-2">{STAGE_HINTS[key]}</p>
      {key === 'nda' && <NdaStatements requestId={request.id} />}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="solid"
          disabled={!may('member') || isUnsigned}
          title={missing ?? (isUnsigned ? 'The NDA has not been signed yet' : undefined)}
          onClick={() => onOutcome('complete')}
        >
          Complete
        </Button>
        {!required && (
          <Button disabled={!may('member')} title={missing} onClick={() => onOutcome('skip')}>
            Skip
          </Button>
        )}
        <Button variant="danger" disabled={!may('member')} title={missing} onClick={() => onOutcome('reject')}>
          Reject
        </Button>
      </div>
    </div>
  )
}
