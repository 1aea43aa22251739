// Sets of filters that someone keeps in this browser under a name.
import { useState } from 'react'
import { FILTERS, type Filter } from './use-cases.ts'

export type ViewWords = Partial<Record<Filter | 'view', string>>
export interface SavedView {
  name: string
  words: ViewWords
}

const KEY = 'case-views'
export const BUILT_IN: readonly SavedView[] = [
  { name: 'All cases', words: {} },
  { name: 'Mine', words: { owner: 'me' } },
  { name: 'Awaiting decision', words: { status: 'awaiting_decision' } },
  { name: 'Stale', words: { stale: 'true' } },
  { name: 'Due first', words: { sort: 'due_at' } },
]

export function useSavedViews() {
  const [views, setViews] = useState(read)
  const keep = (next: readonly SavedView[]) => {
    localStorage.setItem(KEY, JSON.stringify(next))
    setViews(next)
  }
  return {
    views,
    save: (name: string, words: ViewWords) => keep([...views.filter((view) => view.name !== name), { name, words }]),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  }
}

function read(): readonly SavedView[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

/** Words that the view does not have are taken away from the address. */
export const wordsOfView = (view: SavedView): ViewWords => ({
  ...Object.fromEntries(FILTERS.map((name) => [name, undefined])),
  ...view.words,
})

export const isCurrent = (view: SavedView, words: ViewWords): boolean =>
  FILTERS.every((name) => (view.words[name] ?? '') === (words[name] ?? ''))
