// A button with a menu. Arrow keys move; Escape and a click elsewhere close.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from './icons.tsx'

export interface MenuItem {
  label: ReactNode
  hint?: string
  /** Starts a group with this title. */
  group?: string
  act(): void
}

interface Properties {
  label: string
  icon: IconName
  items: readonly MenuItem[]
  empty?: string
}

export function Menu({ label, icon, items, empty = 'No items yet' }: Properties) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const elsewhere = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener('pointerdown', elsewhere)
    return () => removeEventListener('pointerdown', elsewhere)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return close()
    }
    if (event.key === 'Tab') return setOpen(false)
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const next = nextOf(event.key, all.indexOf(document.activeElement as HTMLElement), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        className="tool"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
        <span>{label}</span>
        <Icon name="down" />
      </button>
      {open && (
        <div className="menu-list" id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
          {items.length === 0 && <p className="menu-empty">{empty}</p>}
          {items.map(({ label: text, hint, group, act }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is rebuilt each time
            <div key={index} role="none">
              {group && (
                <p className="menu-group" role="presentation">
                  {group}
                </p>
              )}
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close()
                  act()
                }}
              >
                <span>{text}</span>
                {hint && <small>{hint}</small>}
              </button>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
