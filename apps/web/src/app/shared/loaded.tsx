import { type LoadedProps, Shown } from '../../shared/shown.tsx'
import { Forbidden } from '../../ui/states.tsx'
import { explain } from '../api.ts'
import { useMe } from './use-me.ts'

/** What a query has brought, or why it has not. */
export const Loaded = <T,>(props: LoadedProps<T>) => (
  <Shown {...props} forbidden={(error) => <NotForYou error={error} />} />
)

/** With whom to ask: only they can change it. */
function NotForYou({ error }: { error: Error }) {
  const admins = useMe().data?.admins ?? []
  return (
    <Forbidden title="Your role may not see this">
      {explain(error)}{' '}
      {admins.length > 0 && `Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(admins)}.`}
    </Forbidden>
  )
}
