import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'

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
  if (!found.hasNextPage) return null
  return (
    <div className={cn('flex flex-wrap items-center justify-center gap-2 p-3', className)}>
      {found.isFetchNextPageError && !found.isFetchingNextPage && (
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
  if (!found.hasNextPage) return null
  const more = () => {
    onMore?.()
    void found.fetchNextPage()
  }
  return (
    <Button size="sm" busy={found.isFetchingNextPage} onClick={more}>
      Show more {what}
    </Button>
  )
}
