import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { STATEMENT_KINDS, type StatementKind } from '@veritrace/contract/provenance/statements'
import type { FormEvent } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { may } from '../../shared/may.ts'
import { problemAt, refusalReadAgain } from '../../shared/refusal.ts'
import { KINDS } from './labels.ts'
import { OpenRequests, SignedStatements } from './references.tsx'
import { useRefresh } from './use-refresh.ts'

const FORM = 'new-statement'
const FIRST = { kind: 'attestation' as StatementKind, title: '', body: '', until: '', supersedes: '', request: '' }

export function NewStatement({ onClose }: { onClose(): void }) {
  const [draft, setDraft, forget] = useSessionStorage('new statement', FIRST)
  const { kind, title, body, until, supersedes, request } = draft
  const navigate = useNavigate()
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () =>
      api.customerStatements.create({
        body: {
          kind,
          title: title.trim(),
          body,
          ...(until && { valid_until: new Date(`${until}T23:59:59`).toISOString() }),
          ...(supersedes && { supersedes_id: supersedes }),
          ...(kind === 'nda' && request && { request_id: request }),
        },
      }),
    onSuccess: async ({ id }) => {
      forget()
      toast.ok(`“${title.trim()}” created`)
      await refresh()
      await navigate({ to: '/statements/$id', params: { id } })
    },
  })
  const createOnce = useOnce(() => create.mutateAsync())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    createOnce()
  }
  const bind = (name: keyof typeof FIRST) => ({
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft((was) => ({ ...was, [name]: target.value })),
  })
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="New statement"
      description="The text cannot be changed later. No one is asked to sign until you send it."
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
          <Button variant="solid" type="submit" form={FORM} busy={create.isPending} disabled={!may('member')}>
            Create draft
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Title" required error={problemAt(create.error, 'title')}>
            <Input {...bind('title')} required pattern=".*\S.*" maxLength={200} />
          </Field>
          <Field label="Kind">
            <Select {...bind('kind')}>
              {STATEMENT_KINDS.map((one) => (
                <option key={one} value={one}>
                  {KINDS[one]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label="Text" required hint="Markdown" error={problemAt(create.error, 'body')}>
          <TextArea {...bind('body')} required rows={10} maxLength={100_000} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Valid until" hint="Default: no expiry" error={problemAt(create.error, 'valid_until')}>
            <Input type="date" {...bind('until')} />
          </Field>
          <Field label="Supersedes" error={problemAt(create.error, 'supersedes_id')}>
            <Select {...bind('supersedes')}>
              <option value="">None</option>
              <SignedStatements />
            </Select>
          </Field>
          {kind === 'nda' && (
            <Field
              label="Request"
              hint="Signing completes the NDA stage of this request"
              error={problemAt(create.error, 'request_id')}
            >
              <Select {...bind('request')}>
                <option value="">None</option>
                <OpenRequests />
              </Select>
            </Field>
          )}
        </div>
        {create.error && (
          <p role="alert" className="text-sm text-critical">
            {refusalReadAgain(create.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
