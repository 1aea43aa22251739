// Lists that the server gives page by page.
import { type InfiniteData, type keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { count } from '../ui/format.ts'

interface Page<T = unknown> {
  items: T[]
  next: string
  total?: number | null
}
/** Where a page begins; the first says nothing. */
interface At {
  cursor?: string
}
interface Options {
  enabled?: boolean
  retry?: false
  staleTime?: number
  placeholderData?: typeof keepPreviousData
}

/** The pages that have been asked for as one: all their items, the end of the last, everything else of the first. */
export const usePages = <P extends Page>(queryKey: QueryKey, read: (at: At) => Promise<P>, options: Options = {}) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next || undefined,
    select: joined<P>,
    ...options,
  })

const joined = <P extends Page>({ pages }: InfiniteData<P>): P => ({
  ...pages[0]!,
  items: pages.flatMap(({ items }): P['items'] => items),
  next: pages.at(-1)!.next,
})

/** Every page at once, for what is worked out from all of them. */
export async function readAll<T>(read: (at: At) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let at: At = {}; ; ) {
    const { items, next } = await read(at)
    found.push(...items)
    if (!next) return found
    at = { cursor: next }
  }
}

/** `1,204`; where nobody has counted and not all are here, `200+`. */
export const howMany = ({ items, next, total }: Page): string => {
  if (typeof total === 'number') return count(total)
  return next ? `${count(items.length)}+` : count(items.length)
}
