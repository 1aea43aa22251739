// Named sets of filters, stored in the browser.
import { useState } from 'react'
import { FILTERS, type Filter } from './use-cases.ts'

export type ViewSearch = Partial<Record<Filter | 'view', string>>
export interface SavedView {
  name: string
  /** Search parameters. Stored in the browser under this name. */
  words: ViewSearch
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
  const store = (next: readonly SavedView[]) => {
    localStorage.setItem(KEY, JSON.stringify(next))
    setViews(next)
  }
  return {
    views,
    save: (name: string, words: ViewSearch) => store([...views.filter((view) => view.name !== name), { name, words }]),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  }
}

function read(): readonly SavedView[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

/** Also clears the search parameters that the view does not set. */
export const searchOfView = (view: SavedView): ViewSearch => ({
  ...Object.fromEntries(FILTERS.map((name) => [name, undefined])),
  ...view.words,
})

export const isCurrent = (view: SavedView, search: ViewSearch): boolean =>
  FILTERS.every((name) => (view.words[name] ?? '') === (search[name] ?? ''))
