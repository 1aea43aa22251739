import { useMutation } from '@tanstack/react-query'
import type { StatementDetail } from '@veritrace/contract/provenance/statements'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { problemAt, refusalReadAgain } from '../../shared/refusal.ts'
import { useRefresh } from './use-refresh.ts'

const FORM = 'send-statement'
const MAX_SIGNERS = 20
const emptySigner = () => ({ key: crypto.randomUUID(), name: '', email: '', role: '' })

export function SendStatement({
  statement: { id, title, version },
  onClose,
}: {
  statement: StatementDetail
  onClose(): void
}) {
  const refresh = useRefresh()
  const [signers, setSigners] = useState(() => [emptySigner()])
  const send = useMutation({
    mutationFn: () =>
      api.customerStatements.send({
        params: { id },
        body: { signers: signers.map(({ key: _, ...signer }) => signer) },
        headers: { 'if-match': `"${version}"` },
      }),
    onSuccess: () => {
      toast.ok(`“${title}” sent`, `${plural(signers.length, 'person has', 'people have')} a week to sign.`)
      onClose()
    },
    onSettled: refresh,
  })
  const sendOnce = useOnce(() => send.mutateAsync())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendOnce()
  }
  const bind = (key: string, at: number, name: 'name' | 'email' | 'role') => ({
    value: signers[at]![name],
    onChange: ({ target }: { target: { value: string } }) =>
      setSigners((all) => all.map((one) => (one.key === key ? { ...one, [name]: target.value } : one))),
  })
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Send for signature"
      description="Each signer gets a personal link by email, valid for a week. Once everyone has signed, the statement is sealed."
      wide
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form={FORM} busy={send.isPending}>
            Send to {plural(signers.length, 'person', 'people')}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-3">
        {signers.map(({ key }, at) => (
          <fieldset key={key} className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
            <legend className="sr-only">Signer {at + 1}</legend>
            <div className="flex-1">
              <Field label="Name" required error={problemAt(send.error, `signers.${at}.name`)}>
                <Input required pattern=".*\S.*" maxLength={120} {...bind(key, at, 'name')} />
              </Field>
            </div>
            <div className="flex-1">
              <Field label="Email" required error={problemAt(send.error, `signers.${at}.email`)}>
                <Input type="email" required maxLength={254} {...bind(key, at, 'email')} />
              </Field>
            </div>
            <div className="flex-1">
              <Field label="Role">
                <Input maxLength={120} {...bind(key, at, 'role')} />
              </Field>
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove signer ${at + 1}`}
              disabled={signers.length === 1}
              onClick={() => setSigners(signers.filter((one) => one.key !== key))}
            >
              <X />
            </Button>
          </fieldset>
        ))}
        <Button
          size="sm"
          className="self-start"
          disabled={signers.length >= MAX_SIGNERS}
          onClick={() => setSigners([...signers, emptySigner()])}
        >
          <Plus />
          Add signer
        </Button>
        {send.error && (
          <p role="alert" className="text-sm text-critical">
            {refusalReadAgain(send.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
