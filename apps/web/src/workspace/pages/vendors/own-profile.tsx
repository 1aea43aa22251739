import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { usePages } from '../../../shared/pages.ts'
import { useOnce } from '../../../shared/use-once.ts'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { day } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { Ago } from '../../shared/ago.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { refusalReadAgain } from '../../shared/refusal.ts'
import { Challenge } from './challenge.tsx'
import { ClaimProfile } from './claim-profile.tsx'
import { CLAIM_TONES, METHODS, sentence } from './labels.ts'

const PAGE = 20

/** Claims of the company's own profile in the directory. */
export function OwnProfile() {
  const [claiming, setClaiming] = useState(false)
  const claims = usePages(['claims'], (at) => api.profileClaims.list({ query: { limit: PAGE, ...at } }))
  return (
    <Card>
      <CardHead
        title="Your own profile"
        hint="in the directory"
        actions={
          <Button size="sm" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setClaiming(true)}>
            <BadgeCheck />
            Claim profile
          </Button>
        }
      />
      <Loaded query={claims} failed="Could not load claims">
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-4 py-3 text-sm text-ink-2">
              If your company is in the directory, claim its profile to have it marked as verified.
              {!may('admin') && ` ${whyNot('admin')}.`}
            </p>
          ) : (
            <ul className="divide-y divide-line-row">
              {items.map((claim) => (
                <ClaimRow key={claim.id} claim={claim} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={claims} what="claims" className="border-t border-line-row" />
      {claiming && <ClaimProfile onClose={() => setClaiming(false)} />}
    </Card>
  )
}

function ClaimRow({ claim }: { claim: ProfileClaim }) {
  const { vendor_slug, vendor_name, status, method, contact_email, challenge, last_error, last_checked_at } = claim
  const isOpen = status === 'pending'
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a href={`/vendors/${vendor_slug}`} className="font-medium hover:underline">
          {vendor_name}
        </a>
        <Status tone={CLAIM_TONES[status]}>{sentence(status)}</Status>
        <span className="text-xs text-ink-3">{when(claim)}</span>
        {isOpen && (
          <span className="ml-auto">
            <Withdraw claim={claim} />
          </span>
        )}
      </div>
      <p className="text-xs text-ink-2 wrap-anywhere">
        {METHODS[method]}, for {contact_email}
        {last_checked_at && (
          <>
            {'; checked '}
            <Ago at={last_checked_at} />
          </>
        )}
        {last_error && `: ${last_error}`}
      </p>
      {claim.decision_reason && <p className="text-xs text-ink-2">{claim.decision_reason}</p>}
      {isOpen && challenge && <Challenge challenge={challenge} />}
    </li>
  )
}

const when = ({ status, verified_at, token_expires_at, updated_at }: ProfileClaim): string => {
  if (status === 'pending') return `prove by ${day(token_expires_at)}`
  return day(status === 'verified' && verified_at ? verified_at : updated_at)
}

function Withdraw({ claim: { id, vendor_name, version } }: { claim: ProfileClaim }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const cancel = useMutation({
    mutationFn: () =>
      api.profileClaims.decide({
        params: { id },
        body: { status: 'canceled' },
        headers: { 'if-match': `"${version}"` },
      }),
    onSuccess: () => {
      setAsked(false)
      toast.ok(`Claim of ${vendor_name} withdrawn`)
    },
    onError: (error) => toast.error('Could not withdraw the claim', refusalReadAgain(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['claims'] }),
  })
  const cancelOnce = useOnce(() => cancel.mutateAsync())
  return (
    <>
      <Button size="sm" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setAsked(true)}>
        Withdraw
      </Button>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={`Withdraw the claim of ${vendor_name}?`}
        action="Withdraw claim"
        busy={cancel.isPending}
        onConfirm={cancelOnce}
      >
        Its token stops working. You can start a new claim at any time.
      </Confirm>
    </>
  )
}
