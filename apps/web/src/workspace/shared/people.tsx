// Who a user id means. Only members may ask for the names; for others the id has to do.
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
        // Another provider of identities may say something else.
        return Array.isArray(page.items) ? page : { items: [], next: '' }
      }),
    enabled: may('member'),
    staleTime: 300_000,
    retry: false,
  })
  return people
}

export const personName = ({ id, display_name, email }: Member): string => display_name || email || id

/** What to call a person of whom an answer has only the id. Who has left, or is a program, keeps the id. */
export function useNames(): (id: string) => string {
  const people = usePeople()
  return (id) => {
    const person = people.find((one) => one.id === id)
    return person ? personName(person) : id
  }
}

/** To choose one of them in a list. */
export const PeopleOptions = () =>
  usePeople().map((person) => (
    <option key={person.id} value={person.id}>
      {personName(person)}
    </option>
  ))

export function Person({ id }: { id: string | null }) {
  const name = usePeople().find((one) => one.id === id)?.display_name
  if (id && !name) return <span className="font-mono text-xs">{id}</span>
  return name ?? 'Somebody'
}
