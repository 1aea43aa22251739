import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A dialog needs this long to close and holds the focus until then. */
const CLOSING_MS = 300

/** After a navigation that removed the focused element, moves the focus to the new page's content. */
export function useFocusInPage(): void {
  const router = useRouter()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
      }, CLOSING_MS)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [router])
}
