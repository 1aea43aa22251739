import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { FIT_VERDICTS } from '@veritrace/contract/casework/resolve'
import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Input } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { Part } from '../../../shared/resolution/resolution-card.tsx'
import { useDecide } from './use-decide.ts'

type Verdict = (typeof FIT_VERDICTS)[number]
const LABELS: Record<Verdict, string> = {
  full: 'Covers all we use',
  partial: 'Covers part of what we use',
  none: 'Does not fit',
  untested: 'Not tested yet',
}

/** Records whether a successor covers what the old artifact did. Other users see it too. */
export function SuccessorFit({ recommendation: one }: { recommendation: Recommendation }) {
  const successors = one.pattern?.successors ?? []
  if (successors.length === 0) return null
  return (
    <Part title={plural(successors.length, 'successor')}>
      <ul className="flex flex-col gap-2">
        {successors.map((successor) => (
          <Fit key={successor.id} of={one} successor={successor} />
        ))}
      </ul>
    </Part>
  )
}

function Fit({ of, successor }: { of: Recommendation; successor: ArtifactRef }) {
  const { decide, isBusy, may } = useDecide()
  const [open, setOpen] = useState(false)
  const [verdict, setVerdict] = useState<Verdict>('partial')
  const [operations, setOperations] = useState('')
  const [note, setNote] = useState('')
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const named = operations.split(/[\s,]+/).filter(Boolean)
    await decide([of], {
      feedback: {
        successor_fit: {
          successor_id: successor.id,
          verdict,
          ...(named.length > 0 && { operations: named }),
          ...(note.trim() && { note: note.trim() }),
        },
      },
    })
    setOpen(false)
  }
  return (
    <li>
      <p className="flex items-center gap-2">
        <span className="min-w-0 flex-1 font-mono text-xs break-all">
          {successor.type}:{successor.name}
        </span>
        {may && !open && (
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
            Rate fit
          </Button>
        )}
      </p>
      {open && (
        <form onSubmit={onSubmit} className="mt-1 flex flex-col gap-2 rounded-md border bg-sunken p-2.5">
          <select
            aria-label={`Fit of ${successor.name}`}
            value={verdict}
            onChange={(event) => setVerdict(event.target.value as Verdict)}
            className="h-8 rounded-md border border-line-control bg-surface px-2 text-sm"
          >
            {FIT_VERDICTS.map((value) => (
              <option key={value} value={value}>
                {LABELS[value]}
              </option>
            ))}
          </select>
          <Input
            aria-label="Operations"
            placeholder="Operations, such as create, change"
            value={operations}
            onChange={(event) => setOperations(event.target.value)}
          />
          <Input aria-label="Note" placeholder="Note" value={note} onChange={(event) => setNote(event.target.value)} />
          <span className="flex justify-end gap-1.5">
            <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button size="sm" type="submit" busy={isBusy}>
              Save
            </Button>
          </span>
        </form>
      )}
    </li>
  )
}
