// The readiness check of the virus scanner. It is optional: without a scanner, only new uploads cannot be scanned.
import type { Check } from '@veritrace/platform/operation/health'
import type { Provenance } from '../deps.ts'
import { pingScanner } from './clamav.ts'

export function scannerChecks({ config }: Pick<Provenance, 'config'>): Check[] {
  const url = config.scan.clamavUrl
  if (!url) return []
  return [{ name: 'scanner', check: () => pingScanner(url), optional: true, everyMs: 30_000, limitMs: 5_000 }]
}
