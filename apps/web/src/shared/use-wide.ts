import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 64rem)'

/** Whether there is room for a pane beside the list; else it opens over it. */
export const useWide = (query = QUERY): boolean =>
  useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query)
      media.addEventListener('change', tell)
      return () => media.removeEventListener('change', tell)
    },
    () => matchMedia(query).matches,
  )
