import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 64rem)'

/** Whether a pane fits next to the list; otherwise it opens above it. */
export const useWide = (query = QUERY): boolean =>
  useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query)
      media.addEventListener('change', tell)
      return () => media.removeEventListener('change', tell)
    },
    () => matchMedia(query).matches,
  )
