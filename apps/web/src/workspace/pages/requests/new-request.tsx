import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError } from '@veritrace/contract/client'
import type { TrustRequest } from '@veritrace/contract/provenance/requests'
import { type FormEvent, useState } from 'react'
import { acting } from '../../../session/acting.ts'
import { useOnce } from '../../../shared/use-once.ts'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { Alert } from '../../shared/alert.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { usePeople } from '../../shared/people.tsx'
import { fieldErrors, refusal } from '../../shared/refusal.ts'
import { FIRST, newRequestOf, PATHS, type RequestDraft, VENDOR_GAP, vendorGap } from './draft.ts'
import { ItemsField } from './items-field.tsx'
import { DIRECTIONS, KINDS } from './labels.ts'
import { AssigneeField, PageField, VendorField } from './reference-fields.tsx'
import { useRefreshRequests } from './use-request.ts'

const DIRECTION_OPTIONS = Object.entries(DIRECTIONS).map(([value, label]) => ({
  value: value as TrustRequest['direction'],
  label,
}))

/** Records a request that came by email or phone, or creates one to a vendor. */
export function NewRequest({ onClose }: { onClose(): void }) {
  const navigate = useNavigate()
  const refresh = useRefreshRequests()
  const people = usePeople()
  const [draft, setDraft, forget] = useSessionStorage<RequestDraft>('new request', FIRST)
  const [isTried, setTried] = useState(false)
  const set = (part: Partial<RequestDraft>) => setDraft((was) => ({ ...was, ...part }))
  const make = useMutation({
    mutationFn: () => api.requests.create({ body: newRequestOf(draft) }),
    onSuccess: async (made) => {
      forget()
      toast.ok(`${made.number} created`)
      await refresh()
      await navigate({ to: '/requests/$id', params: { id: made.id } })
    },
  })
  const makeOnce = useOnce(() => make.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!vendorGap(draft)) makeOnce()
  }
  const errors = fieldErrors(make.error)
  const isOutbound = draft.direction === 'outbound'
  const text = (name: 'subject' | 'message' | 'name' | 'email' | 'company' | 'jobTitle' | 'relationship' | 'days') => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  /** For outbound requests, prefills the requester with the signed-in user. */
  const turn = (direction: TrustRequest['direction']) => {
    const me = people.find(({ display_name }) => display_name === acting?.label)
    set({
      direction,
      ...(direction === 'outbound' && !draft.name && me && { name: me.display_name, email: me.email ?? '' }),
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New request"
      description="It gets a number, a due date and the stages of its kind."
      wide
      footer={
        <>
          <Button
            onClick={() => {
              forget()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button
            variant="solid"
            type="submit"
            form="new-request"
            busy={make.isPending}
            disabled={!may('member')}
            title={whyNot('member')}
          >
            Create request
          </Button>
        </>
      }
    >
      <form id="new-request" onSubmit={onSubmit} className="flex flex-col gap-4">
        {make.error && <Refused error={make.error} />}
        <div>
          <Segmented label="Direction" value={draft.direction} options={DIRECTION_OPTIONS} onChange={turn} />
        </div>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <Field label="Subject" required error={errors.subject}>
            <Input required pattern="\s*\S.*" maxLength={200} {...text('subject')} />
          </Field>
          <Field label="Kind" error={errors.kind}>
            <Select value={draft.kind} onChange={({ target }) => set({ kind: target.value as TrustRequest['kind'] })}>
              {Object.entries(KINDS).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label="Message" error={errors.message}>
          <TextArea rows={3} maxLength={10_000} {...text('message')} />
        </Field>
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="pb-2 text-sm font-semibold">{isOutbound ? 'Requester (your side)' : 'Requester'}</legend>
          <Field label="Name" required error={errors['requester.name']}>
            <Input required pattern=".*\S.*" maxLength={120} autoComplete="off" {...text('name')} />
          </Field>
          <Field
            label="Email"
            required
            error={errors['requester.email']}
            hint={isOutbound ? undefined : 'We send the answer here'}
          >
            <Input type="email" required maxLength={254} autoComplete="off" {...text('email')} />
          </Field>
          <Field label="Company" error={errors['requester.company']}>
            <Input maxLength={200} autoComplete="off" {...text('company')} />
          </Field>
          <Field label="Job title" error={errors['requester.job_title']}>
            <Input maxLength={200} autoComplete="off" {...text('jobTitle')} />
          </Field>
          <Field label="Relationship" error={errors['requester.relationship']} hint="Such as customer or prospect">
            <Input maxLength={200} {...text('relationship')} />
          </Field>
          <AssigneeField value={draft.assignee} onChange={(assignee) => set({ assignee })} error={errors.assignee_id} />
        </fieldset>
        {isOutbound ? (
          <VendorField
            value={draft.vendor}
            onChange={(vendor) => set({ vendor })}
            error={errors.vendor_id ?? (isTried && vendorGap(draft) ? VENDOR_GAP : undefined)}
          />
        ) : (
          <div className="grid gap-3 sm:grid-cols-2">
            <PageField value={draft.page} onChange={(page) => set({ page })} error={errors.page_slug} />
            <Field label="Access for (days)" error={errors.requested_duration_days} hint="7 to 365. Default: 30">
              <Input type="number" min={7} max={365} step={1} {...text('days')} />
            </Field>
          </div>
        )}
        <ItemsField
          items={draft.items}
          onChange={(items) => set({ items })}
          isOwn={!isOutbound}
          error={errors.requested_items}
        />
      </form>
    </Dialog>
  )
}

/** If an open request asks for the same, links to it. */
function Refused({ error }: { error: Error }) {
  const same = error instanceof ApiError ? error.problem.open_request_id : undefined
  return (
    <Alert>
      {refusal(error, PATHS)}{' '}
      {typeof same === 'string' && (
        <Link to="/requests/$id" params={{ id: same }} className="text-accent underline">
          View that request
        </Link>
      )}
    </Alert>
  )
}
