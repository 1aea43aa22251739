import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import { CopyButton } from '../../shared/copy-button.tsx'

/** Instructions to prove ownership of a profile. */
export const Challenge = ({ challenge }: { challenge: NonNullable<ProfileClaim['challenge']> }) => (
  <div className="flex flex-col gap-2 rounded-md border bg-sunken p-3 text-sm">
    <p>{challenge.instructions}</p>
    {challenge.value && (
      <dl className="flex flex-col gap-1.5">
        <Line label="Location" text={challenge.name} />
        <Line label="Value" text={challenge.value} />
      </dl>
    )}
  </div>
)

/** A value to copy. */
const Line = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-center gap-2">
    <dt className="w-16 shrink-0 text-xs text-ink-3">{label}</dt>
    <dd className="min-w-0 flex-1 rounded-sm bg-surface px-2 py-1 font-mono text-xs break-all">{text}</dd>
    <CopyButton text={text} what={`the ${label.toLowerCase()}`} />
  </div>
)
