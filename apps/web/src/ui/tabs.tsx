// Tabs for views of one thing. Left and right arrow keys move between them.
import { type KeyboardEvent, useRef } from 'react'

interface Properties<T extends string> {
  label: string
  tabs: readonly { name: T; label: string }[]
  current: T
  /** The id of the element that the tabs control. */
  controls: string
  onChange(name: T): void
}

export function Tabs<T extends string>({ label, tabs, current, controls, onChange }: Properties<T>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex(({ name }) => name === current)
    const next = (at + step + tabs.length) % tabs.length
    onChange(tabs[next]!.name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move} tabIndex={-1}>
      {tabs.map(({ name, label: text }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${controls}-${name}`}
          aria-selected={name === current}
          aria-controls={controls}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
