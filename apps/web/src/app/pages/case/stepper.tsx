import { useLinkProps } from '@tanstack/react-router'
import type { Phase } from '@veritrace/contract/casework/app-routes'
import { Check, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { PHASE_LABELS, type PhaseState, phasesOf } from '../../shared/case/words.ts'
import { useCase } from './queries.ts'
import { phaseSearch } from './search.ts'

/** Every phase can be opened; a blocked one says why it is blocked. */
export function Stepper({ current }: { current: Phase }) {
  const theCase = useCase()
  const list = useRef<HTMLElement>(null)
  // On a phone the current phase may be outside the visible part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the phase changes
  useEffect(() => {
    const step = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (step) list.current?.scrollTo({ left: step.offsetLeft - 24 })
  }, [current])
  return (
    <nav ref={list} aria-label="Phases" className="relative -mb-px overflow-x-auto [scrollbar-width:none]">
      <ol className="flex sm:min-w-max">
        {phasesOf(theCase).map((step, i) => (
          <li key={step.phase} className="max-sm:min-w-0 max-sm:flex-1">
            <Step step={step} n={i + 1} isOpen={step.phase === current} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface StepProps {
  step: PhaseState
  n: number
  isOpen: boolean
}
function Step({ step, n, isOpen }: StepProps) {
  // Not <Link>, which always sets aria-current to `page`.
  const link = useLinkProps({ from: '/cases/$id', to: '.', search: (before) => phaseSearch(before, step.phase) })
  return (
    <a
      {...link}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'flex h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm text-ink-2 hover:text-ink focus-visible:-outline-offset-2 max-sm:h-13 max-sm:flex-col max-sm:justify-center max-sm:gap-1 max-sm:px-0 max-sm:text-xs',
        n === 1 && 'sm:pl-0',
        isOpen && 'border-accent font-medium text-ink',
      )}
    >
      <Marker step={step} n={n} isOpen={isOpen} />
      {/* On a phone the label is below its number, so that all five fit. */}
      <span>{PHASE_LABELS[step.phase]}</span>
      {step.note && <span className="text-xs font-normal text-ink-3 tnum max-sm:hidden">{step.note}</span>}
      {step.state !== 'open' && <span className="sr-only">({step.state})</span>}
    </a>
  )
}

const Marker = ({ step, n, isOpen }: StepProps) => (
  <span
    aria-hidden
    className={cn(
      'grid size-[18px] place-items-center rounded-full border text-[0.625rem] leading-none font-semibold',
      step.state === 'done'
        ? 'border-positive-line bg-positive-soft text-positive'
        : isOpen
          ? 'border-accent bg-accent text-surface'
          : 'border-line-strong text-ink-3',
    )}
  >
    {step.state === 'done' ? (
      <Check className="size-3" strokeWidth={3} />
    ) : step.state === 'blocked' ? (
      <Lock className="size-2.5" strokeWidth={2.5} />
    ) : (
      n
    )}
  </span>
)
