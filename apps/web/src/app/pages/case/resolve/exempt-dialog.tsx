import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { useMe } from '../../../shared/use-me.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { useCase } from '../queries.ts'
import { useDecide } from './use-decide.ts'

/** Accepting an option whose objects stay below the target requires an exemption with an owner and an expiry date. */
export function useNeedsExemption(): (one: Recommendation, alternative: string) => boolean {
  const { pack: ref, target } = useCase()
  const { pack } = usePack(ref.id)
  return ({ action_id, alternatives }, alternative) => {
    const code =
      alternatives.find(({ id }) => id === alternative)?.resulting_code ??
      pack?.actions.find(({ id }) => id === action_id)?.resulting_code
    const exemptible = pack?.targets.find(({ profile_id }) => profile_id === target.profile_id)?.with_exemption ?? []
    return code !== undefined && exemptible.includes(code) && !target.policy.acceptable.includes(code)
  }
}

const YEAR_MS = 365 * 86_400_000

interface Props {
  of: readonly Recommendation[]
  alternative: string
  onClose(): void
  onDecided(failed: readonly string[]): void
}
export function ExemptDialog({ of, alternative, onClose, onDecided }: Props) {
  const { decide, isBusy } = useDecide()
  const needs = useNeedsExemption()
  const { data: me } = useMe()
  const [owner, setOwner] = useState<string>()
  const [until, setUntil] = useState(() => new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10))
  const [reason, setReason] = useState('')
  const exempted = of.filter((one) => needs(one, alternative))
  const others = of.filter((one) => !exempted.includes(one))
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const failed = others.length > 0 ? await decide(others, { status: 'accepted' }) : []
    const alsoFailed = await decide(exempted, {
      status: 'accepted',
      ...(alternative && { chosen_alternative_id: alternative }),
      exemption: {
        owner: (owner ?? me?.name ?? '').trim(),
        expires_at: new Date(`${until}T00:00:00Z`).toISOString(),
        reason: reason.trim(),
      },
    })
    onDecided([...failed, ...alsoFailed])
  }
  const what = exempted.length === 1 ? exempted[0]!.title : plural(exempted.length, 'recommendation')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Accept with an exemption"
      description={`${what}. The objects stay below the target, so the exemption needs an owner and an expiry date.`}
      footer={
        <Button variant="solid" type="submit" form="exempt" busy={isBusy}>
          Accept
        </Button>
      }
    >
      <form id="exempt" onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label="Owner" required>
          <Input value={owner ?? me?.name ?? ''} onChange={(event) => setOwner(event.target.value)} required />
        </Field>
        <Field label="Expires" required>
          <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} required />
        </Field>
        <Field label="Reason" required>
          <TextArea value={reason} onChange={(event) => setReason(event.target.value)} required />
        </Field>
      </form>
    </Dialog>
  )
}
