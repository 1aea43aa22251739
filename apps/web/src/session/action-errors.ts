// What was told of an action that failed is taken back when the same action is tried again: only the last try counts.
import { MutationCache } from '@tanstack/react-query'
import { onErrorToast, toast } from '../ui/toast.tsx'

export function openMutations(): MutationCache {
  /** One button or form of the page, by its tries. */
  const actions = new WeakMap<object, object>()
  const errors = new WeakMap<object, string>()
  /** The action that is telling how it ended. */
  let ending: object | undefined
  const ends = (mutation: object) => {
    ending = actions.get(mutation)
  }
  const cache = new MutationCache({
    onError: (_error, _variables, _result, mutation) => ends(mutation),
    onSuccess: (_data, _variables, _result, mutation) => ends(mutation),
  })
  cache.subscribe((event) => {
    if (event.type === 'observerAdded') {
      actions.set(event.mutation, event.observer)
      toast.close(errors.get(event.observer))
    }
    if (event.type === 'updated' && event.mutation.state.status !== 'pending') ending = undefined
  })
  onErrorToast((id) => {
    if (ending) errors.set(ending, id)
  })
  return cache
}
