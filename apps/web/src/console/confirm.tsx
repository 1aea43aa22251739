// Before an update runs: what it will change, and where.
import { useEffect, useRef } from 'react'
import type { Asked } from './outcome.ts'

export function Confirm({ asked, onAnswer }: { asked: Asked; onAnswer(agreed: boolean): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const { context, width } = asked.scope
  return (
    <dialog className="confirm" ref={dialog} aria-labelledby="confirm-title" onClose={() => onAnswer(false)}>
      <h2 id="confirm-title">Change the graph?</h2>
      <p>
        This text is an update. It runs in the context <strong>{context}</strong>
        {width === 'workspace' ? ' and may name others of the workspace' : ''}, all of it or nothing, and cannot be
        undone.
      </p>
      <pre>{asked.text.trim()}</pre>
      <p className="state-actions">
        <button type="button" className="tool" onClick={() => onAnswer(false)}>
          Keep it as it is
        </button>
        <button type="button" className="tool solid" onClick={() => onAnswer(true)}>
          Run the update
        </button>
      </p>
    </dialog>
  )
}
