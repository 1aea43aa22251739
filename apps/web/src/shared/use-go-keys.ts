import { useEffect } from 'react'
import { isTyping, singleKeys } from '../ui/hotkeys.ts'

const TIMEOUT_MS = 900

/** Keyboard navigation: G, then the key of a place. */
export function useGoKeys<P extends { key: string }>(places: readonly P[], go: (place: P) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of a product and the callback never change
  useEffect(() => {
    let pressed = 0
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || !singleKeys()) return
      if (Date.now() - pressed > TIMEOUT_MS) {
        if (event.key === 'g') pressed = Date.now()
        return
      }
      pressed = 0
      const place = places.find(({ key }) => key === event.key)
      if (!place) return
      event.preventDefault()
      go(place)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
