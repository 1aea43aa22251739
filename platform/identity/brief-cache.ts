// Caches a value for a moment, so that a burst of calls costs one query. Missing values are not cached.
import type { Clock } from '../clock.ts'

export interface BriefCache<T> {
  get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>
  forget(key: string): void
}

export function briefCache<T>(clock: Clock, lifetimeMs: number, size = 10_000): BriefCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    async get(key, load) {
      const now = clock.now().getTime()
      const known = entries.get(key)
      if (known && now < known.until) return known.value
      entries.delete(key)
      const value = await load()
      if (value === undefined) return undefined
      // Evicts the oldest entry: a Map preserves insertion order.
      if (entries.size >= size) entries.delete(entries.keys().next().value!)
      entries.set(key, { value, until: now + lifetimeMs })
      return value
    },
    forget: (key) => void entries.delete(key),
  }
}
