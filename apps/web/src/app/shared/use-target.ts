import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '../api.ts'

export const intentsQuery = {
  queryKey: ['intents'],
  queryFn: () => api.resolve.intents(),
  staleTime: 300_000,
}

/** Of a pack that is not the workspace's own. */
export const intentsOf = (pack: string) => ({
  ...intentsQuery,
  queryKey: ['intents', pack],
  queryFn: () => api.resolve.intents({ query: { pack } }),
})

/** The target that the address names, or the pack's own; undefined until it is known. */
export function useTarget() {
  const { target } = useSearch({ strict: false })
  const { data } = useQuery(intentsQuery)
  const targets = data?.targets ?? []
  return { id: target, target: targets.find(({ profile_id }) => profile_id === target), targets, packId: data?.pack.id }
}

/** `Private Edition 2023 FPS3`: what all targets begin with tells none of them apart. */
export function shortLabel(label: string, targets: readonly { label: string }[]): string {
  const words = label.split(' ')
  const others = targets.map((one) => one.label.split(' '))
  const at = words.findIndex((word, i) => others.some((other) => other[i] !== word))
  return at > 0 ? words.slice(at).join(' ') : label
}

/** Query parameters of a call: nothing where the pack's own target is meant. */
export const targetWord = (target: string | undefined): { target?: string } => (target ? { target } : {})
