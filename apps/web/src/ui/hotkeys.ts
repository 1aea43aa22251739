import { useEffect, useState } from 'react'

/** Elements that accept text. Checkboxes and radio buttons do not. */
export const FIELDS = 'input:not([type=checkbox], [type=radio]),textarea,select,[role=menu]'

/** Whether the key belongs to a field or a shortcut of the browser. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.metaKey ||
  event.ctrlKey ||
  event.altKey ||
  Boolean((event.target as HTMLElement).closest?.(`${FIELDS},[contenteditable],.cm-editor`))

/** The label of the command key on the user's keyboard. */
export const COMMAND_KEY = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export const singleKeys = (): boolean => localStorage.getItem('single-keys') !== 'off'

/** ⌘K or Ctrl+K. Separate from the palette, which is loaded on demand, so that the first press works. */
export function usePalette() {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setWanted(true)
      setOpen((was) => !was)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const show = (next: boolean) => {
    if (next) setWanted(true)
    setOpen(next)
  }
  return { open, wanted, show }
}

/** Single-key shortcuts: `useKeys({ a: accept, r: reject })`. Users of dictation software can turn them off. */
export function useKeys(keys: Readonly<Record<string, () => void>>, enabled = true): void {
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      const run = keys[event.key]
      if (!run || isTyping(event) || !singleKeys()) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [keys, enabled])
}
