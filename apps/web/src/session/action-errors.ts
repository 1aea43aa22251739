// Closes the error toast of a failed action when the user retries the same action.
import { MutationCache } from '@tanstack/react-query'
import { onErrorToast, toast } from '../ui/toast.tsx'

export function openMutations(): MutationCache {
  /** The button or form behind each mutation. */
  const actions = new WeakMap<object, object>()
  const errors = new WeakMap<object, string>()
  /** The action whose result is being reported. */
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
