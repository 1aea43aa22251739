// Asks for confirmation before an update runs.
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
        This is an update. It runs in the context <strong>{context}</strong>
        {width === 'workspace' ? ' and may change other contexts of the workspace' : ''}. If any part fails, nothing is
        changed. You cannot undo it.
      </p>
      <pre>{asked.text.trim()}</pre>
      <p className="state-actions">
        <button type="button" className="tool" onClick={() => onAnswer(false)}>
          Cancel
        </button>
        <button type="button" className="tool solid" onClick={() => onAnswer(true)}>
          Run update
        </button>
      </p>
    </dialog>
  )
}
