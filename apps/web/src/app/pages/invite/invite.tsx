// The page of an invitation link. Only the invited user can accept the invitation.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MailOpen, MailX } from 'lucide-react'
import { acting } from '../../../session/acting.ts'
import { signOut } from '../../../session/session.ts'
import { Mark } from '../../../ui/bits.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { day } from '../../../ui/format.ts'
import { Empty, ErrorState } from '../../../ui/states.tsx'
import { actFor, api, explain, isMissing, readSession } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { usePageTitle } from '../../shell/use-title.ts'

const WELCOME = '/app/home?welcome=1'

const ENDED = {
  accepted: ['This invitation was already accepted', 'Open Casework, or ask an admin for a new invitation.'],
  revoked: ['This invitation was revoked', 'Ask an admin for a new one.'],
  expired: ['This invitation has expired', 'Invitations are valid for 7 days. Ask an admin for a new one.'],
} as const

export default function Invite() {
  const { token } = useParams({ from: '/access/invite/$token' })
  const invite = useQuery({ queryKey: ['invite', token], queryFn: () => api.access.readInvite({ params: { token } }) })
  usePageTitle([invite.data && `Join ${invite.data.workspace}`, 'Invitation'])
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4">
      <div className="w-full max-w-lg rounded-xl border bg-surface">
        <div className="flex items-center gap-2 border-b px-5 py-3 font-semibold">
          <Mark className="size-[18px]" /> Casework
        </div>
        {invite.error && isMissing(invite.error) ? (
          <Empty isPage icon={MailX} title="Invitation not found" action={<GoHome />}>
            The link may be incomplete. Copy the whole link from the email.
          </Empty>
        ) : (
          <Loaded query={invite}>
            {(found) =>
              found.status === 'pending' ? (
                <Offer token={token} offer={found} />
              ) : (
                <Empty isPage icon={MailX} title={ENDED[found.status][0]} action={<GoHome />}>
                  {ENDED[found.status][1]}
                </Empty>
              )
            }
          </Loaded>
        )}
      </div>
    </main>
  )
}

const GoHome = () => (
  <a href="/app/home" className={buttonClass()}>
    Open Casework
  </a>
)

interface OfferProps {
  token: string
  offer: { workspace: string; role: string; email: string; expires_at: string }
}
function Offer({ token, offer }: OfferProps) {
  const accept = useMutation({
    mutationFn: () => api.access.acceptInvite({ params: { token } }),
    onSuccess: async ({ tenant }) => {
      if (tenant !== acting?.tenant) await actFor(tenant)
      location.assign(WELCOME)
    },
  })
  const session = useQuery({ queryKey: ['session'], queryFn: readSession, enabled: acting !== undefined })
  const email = session.data?.email
  const isInvited = email?.toLowerCase() === offer.email.toLowerCase()
  const isOtherUser = session.data?.signedIn === true && email !== null && !isInvited
  const signIn = `/session/login?invitation=${token}&return_to=${encodeURIComponent(WELCOME)}`
  return (
    <>
      <Empty
        isPage
        icon={MailOpen}
        title={`Join ${offer.workspace} as ${offer.role}`}
        action={
          isInvited ? (
            <Button variant="solid" size="lg" busy={accept.isPending} onClick={() => accept.mutate()}>
              Accept as {offer.email}
            </Button>
          ) : isOtherUser ? (
            <Button variant="solid" size="lg" onClick={signOut}>
              Sign out of {email}
            </Button>
          ) : (
            <a href={signIn} className={buttonClass({ variant: 'solid', size: 'lg' })}>
              Sign in as {offer.email}
            </a>
          )
        }
      >
        {isOtherUser && (
          <>
            You are signed in as {email}. To accept the invitation, sign out, open the link again, and sign in as{' '}
            {offer.email}.{' '}
          </>
        )}
        The invitation is for {offer.email} and expires on{' '}
        <span className="whitespace-nowrap">{day(offer.expires_at)}</span>.
      </Empty>
      {accept.error && <ErrorState title="Could not accept the invitation" detail={explain(accept.error)} />}
    </>
  )
}
