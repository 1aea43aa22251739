import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { Facts } from './facts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { TakeAway } from './take-away.tsx'

export function Organization() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => api.account.me() })
  return (
    <Loaded query={me} failed="Could not load your company">
      {(found) => (
        <>
          <ProfileForm me={found} />
          <Facts me={found} />
          <TakeAway />
          <DeleteWorkspace name={found.display_name || found.idp_org_id || found.id} />
        </>
      )}
    </Loaded>
  )
}
