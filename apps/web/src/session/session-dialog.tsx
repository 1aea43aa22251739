import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionIsBack, useSessionEnded } from '../session/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { explain } from './call.ts'

interface Props {
  /** Where the other window ends. */
  home: string
  /** A call that only a session answers. */
  ask(): Promise<unknown>
}
/** Another window signs in; this one keeps what was typed and goes on when the session is back. */
export function SessionDialog({ home, ask }: Props) {
  const hasEnded = useSessionEnded()
  const queries = useQueryClient()
  const look = async () => {
    await ask()
    sessionIsBack()
    await queries.invalidateQueries()
  }
  // Whoever comes back from the other window has mostly signed in there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks the same each time
  useEffect(() => {
    if (!hasEnded) return
    const onFocus = () => void look().catch(() => {})
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [hasEnded])
  return (
    <Dialog
      open={hasEnded}
      onOpenChange={() => {}}
      title="Your session has ended"
      description="Nothing you typed is lost. Sign in again in another window, then go on here."
      footer={
        <>
          <a
            className={buttonClass({ variant: 'solid' })}
            href={`/session/login?return_to=${home}`}
            target="_blank"
            rel="noreferrer"
          >
            Sign in
          </a>
          <button
            type="button"
            className={buttonClass()}
            onClick={() => look().catch((error: unknown) => toast.error('Not signed in yet', explain(error)))}
          >
            I have signed in
          </button>
        </>
      }
    >
      <p className="text-sm text-ink-2">Sessions end after a while without use, and when someone signs you out.</p>
    </Dialog>
  )
}
