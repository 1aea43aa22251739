import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import {
  CLAIM_METHODS,
  type NewProfileClaim,
  type StartedProfileClaim,
} from '@veritrace/contract/provenance/profile-claims'
import type { Vendor } from '@veritrace/contract/provenance/vendors'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { SavedButton, Secret } from '../../shared/shown-once.tsx'
import { Challenge } from './challenge.tsx'
import { METHODS } from './labels.ts'
import { VendorFinder } from './vendor-finder.tsx'

const FORM = 'claim-profile'

/** Claims a profile: select the vendor, select a proof, then publish the proof. */
export function ClaimProfile({ onClose }: { onClose(): void }) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['claims'] })
  const [vendor, setVendor] = useState<Vendor>()
  const [isLeaving, setLeaving] = useState(false)
  const start = useMutation({
    mutationFn: (body: NewProfileClaim) => api.profileClaims.start({ body }),
    onSuccess: refresh,
  })
  const token = start.data?.token
  const verify = useMutation({
    mutationFn: () => api.profileClaims.verify({ body: { token: token ?? '' } }),
    onSuccess: ({ claim }) => {
      toast.ok(`You now own the profile of ${claim.vendor_name}`)
      onClose()
    },
    onSettled: refresh,
  })
  const verifyOnce = useOnce(() => verify.mutateAsync())
  return (
    <Dialog
      open
      // Only this response contains the token, so closing requires a confirmation.
      onOpenChange={(next) => !next && (token ? setLeaving(true) : onClose())}
      hidesClose={Boolean(token)}
      title={vendor ? `Claim the profile of ${vendor.display_name}` : 'Claim a profile'}
      description={vendor ? 'Prove within 7 days that this is your company.' : 'Which of these is your company?'}
      footer={
        start.data ? (
          <>
            {token && (
              <Button busy={verify.isPending} onClick={verifyOnce}>
                Check now
              </Button>
            )}
            {token ? (
              <SavedButton onSaved={onClose} />
            ) : (
              <Button variant="solid" onClick={onClose}>
                Close
              </Button>
            )}
          </>
        ) : (
          vendor && (
            <>
              <Button onClick={() => setVendor(undefined)}>Back</Button>
              <Button variant="solid" type="submit" form={FORM} busy={start.isPending}>
                Start claim
              </Button>
            </>
          )
        )
      }
    >
      {start.data ? (
        <Started claim={start.data} error={verify.error} isLeaving={isLeaving} />
      ) : vendor ? (
        <ClaimForm vendor={vendor} error={start.error} onSubmit={(body) => start.mutateAsync(body)} />
      ) : (
        <VendorFinder
          action={(one) => (
            <Button size="sm" aria-label={`Select ${one.display_name}`} onClick={() => setVendor(one)}>
              Select
            </Button>
          )}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  vendor: Vendor
  error: Error | null
  onSubmit(body: NewProfileClaim): Promise<unknown>
}
function ClaimForm({ vendor: { slug, primary_domain }, error, onSubmit }: FormProps) {
  const [method, setMethod] = useState<NewProfileClaim['method']>('dns_txt')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  const isOfMailbox = error instanceof ApiError && error.status === 422
  const submitOnce = useOnce(() =>
    onSubmit({ vendor_slug: slug, method, contact_email: email, contact_name: name, contact_role: role }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    submitOnce()
  }
  return (
    <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Proof">
        <Select value={method} onChange={({ target }) => setMethod(target.value as typeof method)}>
          {CLAIM_METHODS.map((one) => (
            <option key={one} value={one}>
              {METHODS[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Contact email"
        required
        hint={method === 'email_domain' ? `An address at ${primary_domain}. We send the link there.` : undefined}
        error={isOfMailbox ? explain(error) : undefined}
      >
        <Input type="email" required maxLength={254} value={email} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name">
          <Input maxLength={120} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field label="Role">
          <Input maxLength={120} value={role} onChange={({ target }) => setRole(target.value)} />
        </Field>
      </div>
      {error && !isOfMailbox && (
        <p role="alert" className="text-sm text-critical">
          {explain(error)}
        </p>
      )}
    </form>
  )
}

interface StartedProps {
  claim: StartedProfileClaim
  error: Error | null
  isLeaving: boolean
}
/** The next steps of a claim. */
function Started({ claim: { token, challenge, contact_email }, error, isLeaving }: StartedProps) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      {challenge && <Challenge challenge={challenge} />}
      {token ? (
        <>
          <p>
            We check for the proof every hour. With this token you can check immediately. It is shown only now, so save
            it.
          </p>
          <Secret what="the token" secret={token} isLeaving={isLeaving} />
        </>
      ) : (
        <p>We sent an email with a link to {contact_email}. Opening the link proves the claim.</p>
      )}
      {error && (
        <p role="alert" className="text-critical">
          {explain(error)}
        </p>
      )}
    </div>
  )
}
