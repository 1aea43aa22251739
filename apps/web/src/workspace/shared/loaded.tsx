import { type LoadedProps, Shown } from '../../shared/shown.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { explain } from '../api.ts'

/** What a query has brought, or why it has not. */
export const Loaded = <T,>(props: LoadedProps<T>) => (
  <Shown
    {...props}
    forbidden={(error) => (
      <Forbidden title="Your role may not see this">{explain(error)} Ask an owner or admin of your company.</Forbidden>
    )}
  />
)
