import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionIsBack, useSessionEnded } from '../session/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { explain } from './call.ts'

interface Props {
  /** The page that the other window opens after signing in. */
  home: string
  /** A call that requires a session. */
  ask(): Promise<unknown>
}
/** Asks to sign in again in another window. This page keeps its state and continues once the session is back. */
export function SessionDialog({ home, ask }: Props) {
  const hasEnded = useSessionEnded()
  const queries = useQueryClient()
  const look = async () => {
    await ask()
    sessionIsBack()
    await queries.invalidateQueries()
  }
  // A user who returns from the other window has probably signed in there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the check does the same each time
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
      description="Your changes are still here. Sign in again in another window, then continue."
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
            Continue
          </button>
        </>
      }
    >
      <p className="text-sm text-ink-2">Sessions end after a period of inactivity, or when someone signs you out.</p>
    </Dialog>
  )
}
