import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PinnedVendor, PinPatch } from '@veritrace/contract/provenance/pins'
import { useRef } from 'react'
import { readAll } from '../../../shared/pages.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusalReadAgain } from '../../shared/refusal.ts'

const PAGE = 200

export const useVendorFilters = () => useSearch({ from: '/vendors' })

/** Sets filters in the URL; undefined removes one. */
export function useSetFilters() {
  const navigate = useNavigate({ from: '/vendors' })
  return (filters: Partial<ReturnType<typeof useVendorFilters>>) =>
    navigate({ to: '/vendors', search: (before) => ({ ...before, ...filters }), replace: true })
}

/** Loads all pins, so that they can be searched by name. Plans allow at most a few thousand. */
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

interface Callbacks {
  ok(pin: PinnedVendor): void
  /** The error message. */
  failed: string
}
/** Ignores a change while another is being sent: it would have a stale version. */
export function useUpdatePin({ vendor_id, version }: PinnedVendor) {
  const refresh = useRefresh()
  const isBusy = useRef(false)
  const update = useMutation({
    mutationFn: (body: PinPatch) =>
      api.pins.update({ params: { vendor_id }, body, headers: { 'if-match': `"${version}"` } }),
    onSettled: refresh,
  })
  const send = (body: PinPatch, { ok, failed }: Callbacks) => {
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
