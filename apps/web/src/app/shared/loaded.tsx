import { type LoadedProps, Shown } from '../../shared/shown.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { explain } from '../api.ts'
import { useMe } from './use-me.ts'

/** Renders the data of a query, its error, or a skeleton. */
export const Loaded = <T,>(props: LoadedProps<T>) => (
  <Shown {...props} forbidden={(error) => <MissingRole error={error} />} />
)

/** Names the admins, because they can change the role. */
function MissingRole({ error }: { error: Error }) {
  const admins = useMe().data?.admins ?? []
  return (
    <Forbidden title="Your role does not permit this">
      {explain(error)}{' '}
      {admins.length > 0 && `Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(admins)}.`}
    </Forbidden>
  )
}
