import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A dialog takes so long to close, and has the focus until then. */
const CLOSING_MS = 300

/** Where a link or a dialog went with the page it was on, the keyboard goes on in the new page and not at its top. */
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
