// Shown only after a delay, because most queries finish before anyone could read it.
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'

const DELAY_MS = 250

export function Running({ onCancel }: { onCancel(): void }) {
  const [ms, setMs] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setMs(performance.now() - began), 100)
    return () => clearInterval(timer)
  }, [])
  if (ms < DELAY_MS) return null
  return (
    <div className="running">
      <span className="pulse" aria-hidden="true" />
      <span>Running, {(ms / 1000).toFixed(1)} s</span>
      <button type="button" className="tool" onClick={onCancel}>
        <Icon name="stop" />
        <span>Cancel</span>
        <kbd>Esc</kbd>
      </button>
    </div>
  )
}
