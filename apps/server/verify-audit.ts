// npm run audit:verify: verifies the audit log of every tenant.
import { type Command, DATA_DIR } from '@veritrace/platform/command-line'
import { refuseOtherFlags } from '@veritrace/platform/config/config'
import { type ChainReport, verifyChain } from '@veritrace/platform/events/verify'
import { type Call, fromShell, showsHelp } from './command.ts'
import { explainDatabase } from './explain.ts'
import { withDatabase } from './with-database.ts'

const COMMAND = {
  name: 'npm run audit:verify',
  about:
    'Verifies the audit log of every tenant: entries that were changed, removed or inserted break its chain of hashes.',
  options: { 'data-dir': DATA_DIR },
  notes: ['Exits 1 if a chain is broken, 2 if the log could not be read.'],
  examples: ['npm run audit:verify', 'npm run audit:verify -- --data-dir /srv/veritrace'],
} as const satisfies Command

if (import.meta.main) process.exitCode = await verifyAudit(fromShell())

export async function verifyAudit(call: Call): Promise<number> {
  if (showsHelp(COMMAND, call)) return 0
  return verify(call).catch((error: unknown) => {
    call.complain(explain(error))
    return 2
  })
}

async function verify(call: Call): Promise<number> {
  // With a mistyped flag it would verify the wrong database and report success.
  refuseOtherFlags(call.words)
  let tenants = 0
  let broken = 0
  await withDatabase(call, async ({ db }) => {
    for await (const report of verifyChain(db)) {
      tenants += 1
      if (report.broken) broken += 1
      call.say(describe(report))
    }
  })
  const sum = `${tenants} ${tenants === 1 ? 'chain' : 'chains'} checked`
  call.say(broken === 0 ? `${sum}, all intact.` : `${sum}, ${broken} broken.`)
  return broken === 0 ? 0 : 1
}

function describe({ tenant, entries, hash, broken }: ChainReport): string {
  if (!broken) return `ok      ${tenant}: ${entries} entries, last hash ${hash}`
  return `BROKEN  ${tenant}: entry ${broken.sequence} ${broken.kind} (${broken.detail}); ${entries} entries before it are intact`
}

function explain(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return explainDatabase(error, 'audit log') ?? `The audit log could not be verified: ${said}`
}
