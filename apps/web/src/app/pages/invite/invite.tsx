// Whoever has the link of an invitation sees what it offers, and takes it as the person it was sent to.
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

const OVER = {
  accepted: ['This invitation has been used', 'Open Casework, or ask for a new one.'],
  revoked: ['This invitation was withdrawn', 'Ask whoever sent it for a new one.'],
  expired: ['This invitation has expired', 'It was good for seven days. Ask for a new one.'],
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
          <Empty isPage icon={MailX} title="There is no such invitation" action={<GoHome />}>
            The link may be incomplete. Copy it whole from the message.
          </Empty>
        ) : (
          <Loaded query={invite}>
            {(found) =>
              found.status === 'pending' ? (
                <Offer token={token} offer={found} />
              ) : (
                <Empty isPage icon={MailX} title={OVER[found.status][0]} action={<GoHome />}>
                  {OVER[found.status][1]}
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
  const isTheirs = email?.toLowerCase() === offer.email.toLowerCase()
  const isAnothers = session.data?.signedIn === true && email !== null && !isTheirs
  const signIn = `/session/login?invitation=${token}&return_to=${encodeURIComponent(WELCOME)}`
  return (
    <>
      <Empty
        isPage
        icon={MailOpen}
        title={`Join ${offer.workspace} as ${offer.role}`}
        action={
          isTheirs ? (
            <Button variant="solid" size="lg" busy={accept.isPending} onClick={() => accept.mutate()}>
              Accept as {offer.email}
            </Button>
          ) : isAnothers ? (
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
        {isAnothers && (
          <>
            You are signed in as {email}. To take the invitation, sign out, open its link again and sign in as{' '}
            {offer.email}.{' '}
          </>
        )}
        The invitation is for {offer.email} and ends on{' '}
        <span className="whitespace-nowrap">{day(offer.expires_at)}</span>.
      </Empty>
      {accept.error && <ErrorState title="The invitation was not accepted" detail={explain(accept.error)} />}
    </>
  )
}
