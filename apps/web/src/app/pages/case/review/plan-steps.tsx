import { Link } from '@tanstack/react-router'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../../ui/field.tsx'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useMay } from '../../../shared/use-me.ts'
import { useStep } from '../plan/use-step.ts'

type Step = CasePlan['allowed_transitions'][number]
type Name = Step['name']

const LABELS: Record<Name, string> = {
  submit: 'Submit for review',
  request_changes: 'Request changes',
  approve: 'Approve plan',
  reject: 'Reject plan',
  withdraw: 'Withdraw plan',
  start: 'Start delivery',
  hold: 'Put on hold',
  resume: 'Resume',
  complete: 'Mark as delivered',
  verify: 'Verify',
  reopen: 'Reopen as draft',
}
const NEEDS_REASON: readonly Name[] = ['reject', 'hold', 'resume']
const FORWARD: readonly Name[] = ['submit', 'approve', 'start', 'complete', 'verify', 'resume']
/** Whether this gate prevents a forward transition that the state allows. */
export const blocksTransition = (gate: string, { allowed_transitions }: CasePlan): boolean =>
  allowed_transitions.some(({ name, missing }) => FORWARD.includes(name) && missing.includes(gate))

const ACKNOWLEDGEABLE = ['G3', 'G8'] as const
const isAcknowledgeable = (gate: string): gate is (typeof ACKNOWLEDGEABLE)[number] =>
  ACKNOWLEDGEABLE.some((one) => one === gate)

/** The transitions that the state allows. If the user cannot make one, it says what is missing. */
export function PlanSteps({ plan }: { plan: CasePlan }) {
  const [asked, setAsked] = useState<Step>()
  const step = useStep(plan)
  const mayInvite = useMay(MAY.administer)
  const take = (wanted: Step) => {
    const needsInput = NEEDS_REASON.includes(wanted.name) || wanted.missing.length > 0
    if (needsInput) setAsked(wanted)
    else step.mutate({ transition: wanted.name })
  }
  return (
    <section className="border-b px-4 py-4">
      <h2 className="text-sm font-semibold">Next steps</h2>
      {plan.allowed_transitions.length === 0 && (
        <p className="mt-1 text-sm text-ink-2">
          The plan is {sentenceOf(plan.state).toLowerCase()}. There are no further steps.
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-2">
        {plan.allowed_transitions.map((one) => {
          const canTake = one.allowed || one.missing.every(isAcknowledgeable)
          return (
            <li key={one.name}>
              <Button
                variant={canTake && FORWARD.includes(one.name) ? 'solid' : 'outline'}
                disabled={!canTake}
                busy={step.isPending}
                onClick={() => take(one)}
                className="w-full"
              >
                {LABELS[one.name]}
              </Button>
              {!canTake && (
                <p className="mt-0.5 text-xs text-ink-2">
                  Needs {one.missing.map((what) => missingText(what, plan)).join('; ')}
                  {one.missing.includes('another_person') && mayInvite && (
                    <>
                      {'. '}
                      <Link to="/settings/access" className="text-accent hover:underline">
                        Invite a reviewer
                      </Link>
                    </>
                  )}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {asked && (
        <StepDialog
          step={asked}
          plan={plan}
          busy={step.isPending}
          onClose={() => setAsked(undefined)}
          onTake={async (more) => {
            await step.mutateAsync({ transition: asked.name, ...more })
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

/** `what` is `role:reviewer|admin`, `author`, `another_person`, or the id of a gate. */
function missingText(what: string, plan: CasePlan): string {
  if (what.startsWith('role:')) return `the role ${what.slice('role:'.length).split('|').join(' or ')}`
  if (what === 'author') return `its author, ${plan.author.name}`
  if (what === 'another_person') return 'someone other than its author'
  const gate = plan.gates.find(({ id }) => id === what)
  return gate ? `the gate “${gate.title}”` : what
}

interface DialogProps {
  step: Step
  plan: CasePlan
  busy: boolean
  onClose(): void
  onTake(more: { reason?: string; acknowledge?: (typeof ACKNOWLEDGEABLE)[number][] }): Promise<void>
}
function StepDialog({ step, plan, busy, onClose, onTake }: DialogProps) {
  const [reason, setReason] = useState('')
  const gates = step.missing.filter(isAcknowledgeable)
  const needsReason = NEEDS_REASON.includes(step.name)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onTake({
      ...(reason.trim() && { reason: reason.trim() }),
      ...(gates.length > 0 && { acknowledge: gates }),
    }).catch(() => {})
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={LABELS[step.name]}
      footer={
        <Button variant={step.name === 'reject' ? 'danger' : 'solid'} type="submit" form="plan-step" busy={busy}>
          {LABELS[step.name]}
        </Button>
      }
    >
      <form id="plan-step" onSubmit={onSubmit} className="flex flex-col gap-3">
        {gates.map((id) => (
          <label
            key={id}
            className="flex items-start gap-2 rounded-md border border-caution-line bg-caution-soft p-3 text-sm"
          >
            <input type="checkbox" required className="mt-1" />
            <span>
              I acknowledge this and take responsibility: {plan.gates.find((gate) => gate.id === id)?.detail ?? id}
            </span>
          </label>
        ))}
        <Field label="Reason" required={needsReason}>
          <TextArea value={reason} onChange={(event) => setReason(event.target.value)} required={needsReason} />
        </Field>
      </form>
    </Dialog>
  )
}
