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
  /** Where one page has several lists. */
  what?: string
  /** Beside asking for the next page. */
  onMore?(): void
}

/** Below a list of which there is more. */
export function More({ className, ...rest }: Props & { className?: string }) {
  const { found } = rest
  const look = found.hasNextPage ? cn('flex flex-wrap items-center justify-center gap-2 p-3', className) : 'contents'
  return (
    <div className={look}>
      {found.hasNextPage && found.isFetchNextPageError && !found.isFetchingNextPage && (
        <span role="alert" className="text-xs text-critical">
          The rest did not load.
        </span>
      )}
      <MoreButton {...rest} />
    </div>
  )
}

/** In the bar of a list, which says itself what failed. */
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

/** Takes the keyboard over from the button that has gone, so that it goes on from here and not from the top of the page. */
function End() {
  const takeOver = (end: HTMLElement | null) => {
    if (document.activeElement === document.body) end?.focus()
  }
  return (
    <span ref={takeOver} tabIndex={-1} className="sr-only">
      That is all.
    </span>
  )
}
