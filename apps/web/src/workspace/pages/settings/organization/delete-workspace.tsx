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

/** The end of it all, for owners, who have to say its name. */
export function DeleteWorkspace({ name }: { name: string }) {
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const leave = useMutation({
    mutationFn: () => api.account.delete(),
    // Nobody can act for it any more: what is left is the public site.
    onSuccess: () => location.assign('/'),
    onError: (error) => toast.error(`${name} was not deleted`, explain(error)),
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
          <p className="font-medium">Delete the workspace</p>
          <p className="text-ink-2">
            Its pages leave the web at once, and {DAYS} days later all of its data is gone for good. Download your data
            first.
          </p>
        </div>
        <Button variant="danger" disabled={!may('owner')} title={whyNot('owner')} onClick={() => show(true)}>
          Delete the workspace
        </Button>
      </div>
      <Confirm
        open={isAsked}
        onOpenChange={show}
        title={`Delete ${name}?`}
        action="Delete for good"
        disabled={typed.trim() !== name}
        busy={leave.isPending || leave.isSuccess}
        onConfirm={leaveOnce}
      >
        <p className="font-medium text-ink">At once</p>
        <ul className="list-disc pl-5">
          <li>all trust pages and shared documents are offline, and their domains are released,</li>
          <li>everybody is signed out, and API keys, tokens and webhooks stop,</li>
          <li>claimed profiles are given back, and the plan ends.</li>
        </ul>
        <p className="mt-2 font-medium text-ink">After {DAYS} days</p>
        <p>All of its data is deleted for good. Nothing brings it back, and nobody can enter it before to look.</p>
        <div className="mt-4 text-ink">
          <Field label={`Type “${name}” to go on`}>
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
