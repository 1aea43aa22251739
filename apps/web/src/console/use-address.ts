// The URL fragment as state. A query that ran has its own history entry; all drafts share one entry.
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Address, readAddress, writeAddress } from './address.ts'

const PAUSE_MS = 400

export interface Addressed {
  address: Address
  /** Increases whenever the editor must take over a text from elsewhere. */
  round: number
  /** Adds a history entry, so that Back leads here. */
  push(changes: Partial<Address>): Address
  /** The text while it is being typed. */
  draft(query: string): void
  /** Replaces the text in the editor without running it. */
  put(query: string): void
  /** Replaces the current history entry. The callback receives the latest state, which may have changed while waiting. */
  replace(changes: (now: Address) => Partial<Address>): Address
}

/** `onArrive` is called for every address change by the browser: Back, Forward, a link, a bookmark. */
export function useAddress(onArrive: (address: Address) => void): Addressed {
  const [{ address, round }, setShown] = useState(() => ({ address: readAddress(location.hash), round: 0 }))
  const current = useRef(address)
  const isDraft = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const arrive = useRef(onArrive)
  arrive.current = onArrive

  const show = useCallback((changes: Partial<Address>, byEditor = false): Address => {
    const before = current.current
    const next = { ...before, ...changes }
    current.current = next
    const isNew = !byEditor && next.query !== before.query
    setShown((shown) => ({ address: next, round: shown.round + Number(isNew) }))
    return next
  }, [])
  const write = useCallback((method: 'pushState' | 'replaceState') => {
    clearTimeout(timer.current)
    const hash = writeAddress(current.current)
    if (hash !== location.hash) history[method](null, '', hash)
  }, [])

  useEffect(() => {
    const moved = () => {
      clearTimeout(timer.current)
      isDraft.current = false
      arrive.current(show(readAddress(location.hash)))
    }
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [show])

  const writeSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      write(isDraft.current ? 'replaceState' : 'pushState')
      isDraft.current = true
    }, PAUSE_MS)
  }

  return {
    address,
    round,
    push: (changes) => {
      const next = show(changes)
      write(isDraft.current ? 'replaceState' : 'pushState')
      isDraft.current = false
      return next
    },
    replace: (changes) => {
      const next = show(changes(current.current))
      write('replaceState')
      return next
    },
    draft: (query) => {
      if (query === current.current.query) return
      show({ query }, true)
      writeSoon()
    },
    put: (query) => {
      show({ query })
      writeSoon()
    },
  }
}
