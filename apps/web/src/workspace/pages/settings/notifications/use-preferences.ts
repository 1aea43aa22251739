import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { NotificationPreferences, PreferencesPatch } from '@veritrace/contract/provenance/notifications'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { tell } from '../shared/refusal.tsx'

const KEY = ['notification-preferences']

/** Shows changes immediately, saves them one after the other, and reverts a change that fails. */
export function usePreferences() {
  const queries = useQueryClient()
  const read = () => queries.getQueryData<NotificationPreferences>(KEY)
  const preferences = useQuery({ queryKey: KEY, queryFn: () => api.notificationPreferences.get() })
  const change = useMutation({
    mutationKey: KEY,
    scope: { id: 'notification-preferences' },
    onMutate: async (patch: PreferencesPatch) => {
      await queries.cancelQueries({ queryKey: KEY })
      const before = read()
      queries.setQueryData(KEY, merged(before, patch))
      return before
    },
    mutationFn: (patch) =>
      api.notificationPreferences.update({ body: patch, headers: { 'if-match': `"${read()?.version}"` } }),
    onSuccess: (saved) => {
      const isLast = queries.isMutating({ mutationKey: KEY }) === 1
      queries.setQueryData(KEY, isLast ? saved : merged(read(), { version: saved.version }))
    },
    onError: (error, _patch, before) => {
      queries.setQueryData(KEY, before)
      toast.error('Could not save the change', tell(error))
      return queries.invalidateQueries({ queryKey: KEY })
    },
  })
  return { preferences, change }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges like the server. */
function merged<T>(was: T, patch: object): T {
  if (!isObject(was)) return patch as T
  const changes = Object.entries(patch).map(([name, value]) => [
    name,
    isObject(value) ? merged(was[name], value) : value,
  ])
  return { ...was, ...Object.fromEntries(changes) }
}
