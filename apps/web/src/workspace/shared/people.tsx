// Names for user ids. Only members may read the names; other roles see ids.
import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../shared/pages.ts'
import { api } from '../api.ts'
import { may } from './may.ts'

interface Member {
  id: string
  email: string | null
  display_name: string
}
interface MemberPage {
  items: Member[]
  next: string
}

export function usePeople(): readonly Member[] {
  const { data: people = [] } = useQuery({
    queryKey: ['members', 'names'],
    queryFn: () =>
      readAll(async (at) => {
        const page = (await api.iam.get({
          params: { proxy_path: 'members' },
          query: { limit: 200, ...at },
        })) as MemberPage
        // An external identity provider may return another format.
        return Array.isArray(page.items) ? page : { items: [], next: '' }
      }),
    enabled: may('member'),
    staleTime: 300_000,
    retry: false,
  })
  return people
}

export const personName = ({ id, display_name, email }: Member): string => display_name || email || id

/** Returns names by user id. Former members and programs are shown by their id. */
export function useNames(): (id: string) => string {
  const people = usePeople()
  return (id) => {
    const person = people.find((one) => one.id === id)
    return person ? personName(person) : id
  }
}

/** Options for a select. */
export const PeopleOptions = () =>
  usePeople().map((person) => (
    <option key={person.id} value={person.id}>
      {personName(person)}
    </option>
  ))

export function Person({ id }: { id: string | null }) {
  const name = usePeople().find((one) => one.id === id)?.display_name
  if (id && !name) return <span className="font-mono text-xs">{id}</span>
  return name ?? 'Someone'
}
