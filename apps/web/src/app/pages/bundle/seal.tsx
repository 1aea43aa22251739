import { useMutation } from '@tanstack/react-query'
import { Check, CircleX, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { count } from '../../../ui/format.ts'
import { explain } from '../../api.ts'
import type { BundleOutput } from './content.ts'
import { type Verdict, verify } from './verify.ts'

/** Shows the digest, and computes it again from the received content on request. */
export function Seal({ output }: { output: BundleOutput }) {
  const check = useMutation({ mutationFn: () => verify(output) })
  // Browsers provide `crypto.subtle` only over https and on localhost.
  const canVerify = Boolean(globalThis.crypto?.subtle)
  return (
    <section aria-label="Seal" className="rounded-lg border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="label">Digest of {count(output.size)} bytes</p>
          <p className="font-mono text-xs break-all">{output.digest}</p>
        </div>
        <Button className="print:hidden" disabled={!canVerify} busy={check.isPending} onClick={() => check.mutate()}>
          <ShieldCheck />
          Verify
        </Button>
      </div>
      <div role="status">
        {check.data && <Result verdict={check.data} keyId={output.signature.key_id} />}
        {check.error && (
          <p className="mt-2 text-sm text-critical">The bundle was not verified: {explain(check.error)}</p>
        )}
        {!canVerify && <p className="mt-2 text-xs text-ink-3">To verify the bundle, open this page over https.</p>}
      </div>
    </section>
  )
}

function Result({ verdict: { matches, computed, isSigned }, keyId }: { verdict: Verdict; keyId: string }) {
  const isGood = matches && isSigned !== false
  const Icon = isGood ? Check : CircleX
  return (
    <div
      className={cn(
        'mt-3 flex items-start gap-2 rounded-md border px-3 py-2 text-sm',
        isGood
          ? 'border-positive-line bg-positive-soft text-positive'
          : 'border-critical-line bg-critical-soft text-critical',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">
          {matches ? 'The content matches the digest.' : 'The content does not match the digest. It was altered.'}
        </p>
        {!matches && <p className="font-mono text-xs break-all">Digest of the received content: {computed}</p>}
        <p className="flex items-center gap-1 text-xs">
          {isSigned === true && `The digest is signed with the key ${keyId}.`}
          {isSigned === false && `The digest is not signed with the key ${keyId}.`}
          {isSigned === undefined && (
            <>
              <TriangleAlert aria-hidden className="size-3" />
              This browser cannot verify the signature.
            </>
          )}
        </p>
      </div>
    </div>
  )
}
