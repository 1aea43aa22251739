import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Place } from '../navigation.ts'
import { caseQuery } from '../shared/case/case-query.ts'

/** Sets the document title, most specific part first. */
export function useTitle(place: Place | undefined): void {
  const { id } = useParams({ strict: false })
  const { tab, view } = useSearch({ strict: false })
  const isCase = place?.id === 'cases' && id !== undefined
  const { data } = useQuery({ ...caseQuery(id ?? ''), enabled: isCase })
  const part = place?.id === 'investigate' ? tab : place?.id === 'govern' ? view : undefined
  const named = isCase ? (data ? `${data.key} ${data.title}` : 'Case') : id ? 'Bundle' : part && capital(part)
  usePageTitle([named, place?.label ?? 'Page not found'])
}

/** Also for pages without the shell. */
export function usePageTitle(parts: readonly (string | undefined)[]): void {
  const title = [...parts, 'Casework'].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
