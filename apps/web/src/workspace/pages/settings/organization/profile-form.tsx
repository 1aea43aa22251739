import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerPatch, Me } from '@veritrace/contract/provenance/account'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { isStale, problemAt } from '../../../shared/refusal.ts'
import { Refusal } from '../shared/refusal.tsx'

const FIELDS = ['display_name', 'support_email', 'homepage_url'] as const
type Draft = Partial<Record<(typeof FIELDS)[number], string>>

/** The public profile of the company. */
export function ProfileForm({ me }: { me: Me }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>({})
  const patch = patchOf(draft, me)
  const isChanged = Object.keys(patch).length > 0
  const save = useMutation({
    mutationFn: () => api.account.updateMe({ body: patch, headers: { 'if-match': `"${me.version}"` } }),
    onSuccess: (saved) => {
      queries.setQueryData<Me>(['me'], (was) => was && { ...was, ...saved })
      setDraft({})
      toast.ok('Saved')
      return queries.invalidateQueries({ queryKey: ['orgs'] })
    },
    onError: (error) => isStale(error) && queries.invalidateQueries({ queryKey: ['me'] }),
  })
  const saveOnce = useOnce(() => save.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    saveOnce()
  }
  const field = (name: keyof Draft) => ({
    value: draft[name] ?? me[name] ?? '',
    disabled: !may('admin'),
    title: whyNot('admin'),
    onChange: ({ target }: { target: HTMLInputElement }) => setDraft({ ...draft, [name]: target.value }),
  })
  const undo = () => {
    setDraft({})
    save.reset()
  }
  return (
    <Card>
      <CardHead title="Your company" hint="shown in emails and on trust pages" />
      <form onSubmit={onSubmit} onChange={() => save.isError && save.reset()} className="flex flex-col gap-4 px-4 py-4">
        <Field
          label="Name"
          required
          error={problemAt(save.error, 'display_name', 'Enter a name of up to 120 characters.')}
        >
          <Input {...field('display_name')} required maxLength={120} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Support email"
            hint="For questions from visitors of your pages"
            error={problemAt(save.error, 'support_email')}
          >
            <Input {...field('support_email')} type="email" maxLength={254} placeholder="trust@example.com" />
          </Field>
          <Field label="Homepage" error={problemAt(save.error, 'homepage_url')}>
            <Input {...field('homepage_url')} type="url" placeholder="https://" />
          </Field>
        </div>
        <Refusal error={save.error} fields={FIELDS} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="solid"
            busy={save.isPending}
            disabled={!may('admin') || !isChanged}
            title={whyNot('admin')}
          >
            Save
          </Button>
          {isChanged && <Button onClick={undo}>Discard</Button>}
        </div>
      </form>
    </Card>
  )
}

/** Only changed fields. An emptied field is removed, except for the name. */
function patchOf(draft: Draft, me: Me): CustomerPatch {
  const changed = Object.entries(draft)
    .map(([name, text]) => [name as keyof Draft, text.trim()] as const)
    .filter(([name, text]) => text !== (me[name] ?? ''))
  return Object.fromEntries(changed.map(([name, text]) => [name, name === 'display_name' ? text : text || null]))
}
