// A button that copies a text and briefly confirms it.
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { canCopy, copyText } from '../../ui/save.ts'

export function CopyButton({ text, label, icon = 'copy' }: { text(): string; label: string; icon?: 'copy' | 'link' }) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1_600)
    return () => clearTimeout(timer)
  }, [done])
  if (!canCopy()) return null
  return (
    <button type="button" className="tool" onClick={() => copyText(text()).then(() => setDone(true))}>
      <Icon name={done ? 'check' : icon} />
      <span aria-live="polite">{done ? 'Copied' : label}</span>
    </button>
  )
}
