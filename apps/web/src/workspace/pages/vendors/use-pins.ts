import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PinnedVendor, PinPatch } from '@veritrace/contract/provenance/pins'
import { useRef } from 'react'
import { readAll } from '../../../shared/pages.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusalReadAgain } from '../../shared/refusal.ts'

const PAGE = 200

export const useVendorWords = () => useSearch({ from: '/vendors' })

/** Sets words of the address; undefined takes one away. */
export function useSetWords() {
  const navigate = useNavigate({ from: '/vendors' })
  return (words: Partial<ReturnType<typeof useVendorWords>>) =>
    navigate({ to: '/vendors', search: (before) => ({ ...before, ...words }), replace: true })
}

/** All at once: a plan has room for some hundreds, and only so can they be searched by name. */
export const usePins = () =>
  useQuery({
    queryKey: ['vendors', 'pinned'],
    queryFn: () => readAll((at) => api.pins.list({ query: { limit: PAGE, ...at } })),
  })

export function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(['vendors', 'vendor', 'overview'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
}

interface Told {
  ok(pin: PinnedVendor): void
  /** What did not happen. */
  failed: string
}
/** Sends nothing while something is on its way: it would come with a version that has gone. */
export function useUpdatePin({ vendor_id, version }: PinnedVendor) {
  const refresh = useRefresh()
  const isBusy = useRef(false)
  const update = useMutation({
    mutationFn: (body: PinPatch) =>
      api.pins.update({ params: { vendor_id }, body, headers: { 'if-match': `"${version}"` } }),
    onSettled: refresh,
  })
  const send = (body: PinPatch, { ok, failed }: Told) => {
    if (isBusy.current) return
    isBusy.current = true
    update
      .mutateAsync(body)
      .then(ok, (error) => toast.error(failed, refusalReadAgain(error)))
      .finally(() => {
        isBusy.current = false
      })
  }
  return { send, busy: update.isPending, error: update.error }
}
