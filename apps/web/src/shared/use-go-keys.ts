import { useEffect } from 'react'
import { isTyping, singleKeys } from '../ui/hotkeys.ts'

const PATIENCE_MS = 900

/** G, then the letter of a place. */
export function useGoKeys<P extends { key: string }>(places: readonly P[], go: (place: P) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places of a product stay, and so does the way to them
  useEffect(() => {
    let pressed = 0
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || !singleKeys()) return
      if (Date.now() - pressed > PATIENCE_MS) {
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
