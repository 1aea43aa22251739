import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'

type Found = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>
interface Props {
  found: Found
  /** Names the list, if the page has several. */
  what?: string
  /** Called in addition to loading the next page. */
  onMore?(): void
}

/** The button below a list that has more pages. */
export function More({ className, ...rest }: Props & { className?: string }) {
  const { found } = rest
  const look = found.hasNextPage ? cn('flex flex-wrap items-center justify-center gap-2 p-3', className) : 'contents'
  return (
    <div className={look}>
      {found.hasNextPage && found.isFetchNextPageError && !found.isFetchingNextPage && (
        <span role="alert" className="text-xs text-critical">
          Could not load more.
        </span>
      )}
      <MoreButton {...rest} />
    </div>
  )
}

/** For toolbars of lists that show the error elsewhere. */
export function MoreButton({ found, what, onMore }: Props) {
  const [isAsked, setAsked] = useState(false)
  if (!found.hasNextPage) return isAsked && <End />
  const more = () => {
    setAsked(true)
    onMore?.()
    void found.fetchNextPage()
  }
  return (
    <Button size="sm" busy={found.isFetchingNextPage} onClick={more}>
      Show more {what}
    </Button>
  )
}

/** Takes the focus when the button disappears, so that the keyboard user stays here. */
function End() {
  const takeOver = (end: HTMLElement | null) => {
    if (document.activeElement === document.body) end?.focus()
  }
  return (
    <span ref={takeOver} tabIndex={-1} className="sr-only">
      End of list.
    </span>
  )
}
