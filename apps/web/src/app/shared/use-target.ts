import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'

export const intentsQuery = {
  queryKey: ['intents'],
  queryFn: () => api.resolve.intents(),
  staleTime: 300_000,
}

/** Intents of another pack than the workspace's. */
export const intentsOf = (pack: string) => ({
  ...intentsQuery,
  queryKey: ['intents', pack],
  queryFn: () => api.resolve.intents({ query: { pack } }),
})

/** The target in the address, or undefined for the default of the pack. */
export function useTarget() {
  const { target } = useSearch({ strict: false })
  const { data } = useQuery(intentsQuery)
  const targets = data?.targets ?? []
  return { id: target, target: targets.find(({ profile_id }) => profile_id === target), targets, packId: data?.pack.id }
}

/** Removes the words that all targets start with: `Private Edition 2023 FPS3`. */
export function shortLabel(label: string, targets: readonly { label: string }[]): string {
  const words = label.split(' ')
  const others = targets.map((one) => one.label.split(' '))
  const at = words.findIndex((word, i) => others.some((other) => other[i] !== word))
  return at > 0 ? words.slice(at).join(' ') : label
}

/** Query parameters for a target; empty for the pack's default. */
export const targetQuery = (target: string | undefined): { target?: string } => (target ? { target } : {})
