import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../api.ts'

interface Options {
  limit: number
  /** The order before a search. */
  sort?: 'name'
}
/** Searches the directory by name or domain. Keeps the previous results until the next ones arrive. */
export function useVendorSearch({ limit, sort }: Options) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = { limit, ...(q ? { q } : sort && { sort }) }
  const found = useQuery({
    queryKey: ['vendors', 'directory', query],
    queryFn: () => api.vendors.list({ query }),
    placeholderData: keepPreviousData,
  })
  return { text, setText, q, found }
}
