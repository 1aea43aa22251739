import { useEffect, useState } from 'react'

/** A box that is ticked takes no letters. */
export const FIELDS = 'input:not([type=checkbox], [type=radio]),textarea,select,[role=menu]'

/** Single letters are for pages, not for fields. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.metaKey ||
  event.ctrlKey ||
  event.altKey ||
  Boolean((event.target as HTMLElement).closest?.(`${FIELDS},[contenteditable],.cm-editor`))

/** What the keyboard in front of the reader has. */
export const COMMAND_KEY = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export const singleKeys = (): boolean => localStorage.getItem('single-keys') !== 'off'

/** ⌘K or Ctrl+K. Lives apart from the palette, which is loaded when it is first asked for, so that the first press counts. */
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

/** `keys={{ a: accept, r: reject }}` while the page is open; switched off in settings for those whose software types for them. */
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
