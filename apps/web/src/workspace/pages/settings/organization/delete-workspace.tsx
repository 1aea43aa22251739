import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnce } from '../../../../shared/use-once.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'

const DAYS = 30

/** Deletes the workspace, for owners who confirm by typing its name. */
export function DeleteWorkspace({ name }: { name: string }) {
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const leave = useMutation({
    mutationFn: () => api.account.delete(),
    // The session is gone, so only the public site is left.
    onSuccess: () => location.assign('/'),
    onError: (error) => toast.error(`Could not delete ${name}`, explain(error)),
  })
  const leaveOnce = useOnce(() => leave.mutateAsync())
  const show = (open: boolean) => {
    setTyped('')
    setAsked(open)
  }
  return (
    <Card className="border-critical-line">
      <CardHead title="Danger zone" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <div className="min-w-0 flex-1 basis-72 text-sm">
          <p className="font-medium">Delete workspace</p>
          <p className="text-ink-2">
            Your pages go offline immediately, and {DAYS} days later all data is deleted permanently. Download your data
            first.
          </p>
        </div>
        <Button variant="danger" disabled={!may('owner')} title={whyNot('owner')} onClick={() => show(true)}>
          Delete workspace
        </Button>
      </div>
      <Confirm
        open={isAsked}
        onOpenChange={show}
        title={`Delete ${name}?`}
        action="Delete permanently"
        disabled={typed.trim() !== name}
        busy={leave.isPending || leave.isSuccess}
        onConfirm={leaveOnce}
      >
        <p className="font-medium text-ink">Immediately</p>
        <ul className="list-disc pl-5">
          <li>All trust pages and shared documents go offline, and their domains are released.</li>
          <li>Everyone is signed out. API keys, tokens and webhooks stop working.</li>
          <li>Claimed profiles are released, and the plan ends.</li>
        </ul>
        <p className="mt-2 font-medium text-ink">After {DAYS} days</p>
        <p>All data is deleted permanently. Until then it cannot be accessed or restored.</p>
        <div className="mt-4 text-ink">
          <Field label={`Type “${name}” to confirm`}>
            <Input
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </div>
      </Confirm>
    </Card>
  )
}
