// Paged lists.
import { type InfiniteData, type keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { count } from '../ui/format.ts'

interface Page<T = unknown> {
  items: T[]
  next: string
  total?: number | null
}
/** The cursor of a page; the first page has none. */
interface At {
  cursor?: string
}
interface Options {
  enabled?: boolean
  retry?: false
  staleTime?: number
  placeholderData?: typeof keepPreviousData
}

/** Joins the loaded pages: all items, the cursor of the last page, and everything else from the first. */
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

/** Reads all pages, for computations that need every item. */
export async function readAll<T>(read: (at: At) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  for (let at: At = {}; ; ) {
    const { items, next } = await read(at)
    found.push(...items)
    if (!next) return found
    at = { cursor: next }
  }
}

/** `1,204`; or `200+` if the total is unknown and there are more pages. */
export const howMany = ({ items, next, total }: Page): string => {
  if (typeof total === 'number') return count(total)
  return next ? `${count(items.length)}+` : count(items.length)
}
