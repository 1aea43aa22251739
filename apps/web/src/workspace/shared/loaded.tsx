import { type LoadedProps, Shown } from '../../shared/shown.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { explain } from '../api.ts'

/** Shows the result of a query, or its error. */
export const Loaded = <T,>(props: LoadedProps<T>) => (
  <Shown
    {...props}
    forbidden={(error) => (
      <Forbidden title="You don’t have access">{explain(error)} Ask an owner or admin of your company.</Forbidden>
    )}
  />
)
