// Imports the guidance of the packs as documents, so that it can be searched, cited and read from the start.

import type { Casework } from '../deps.ts'
import { writePackGuidance } from '../documents/read/pack-guidance.ts'
import type { Pack } from '../packs/pack.ts'
import { importFile } from './import-file.ts'

export const PACK_GUIDANCE = 'pack-guidance'

/** If nothing has changed, this costs one query per pack. */
export async function ensurePackGuidance(deps: Casework): Promise<void> {
  for (const pack of deps.packs.builtIn()) if (pack.guidance.length > 0) await importGuidance(deps, pack)
}

const importGuidance = (deps: Casework, pack: Pack) =>
  importFile(deps, {
    space: deps.corpusSpace,
    pack: pack.ref.id,
    source: {
      id: PACK_GUIDANCE,
      kind: 'guidance',
      title: `Guidance of ${pack.title}`,
      importer: PACK_GUIDANCE,
      version_label: pack.ref.version,
      license: {
        spdx: pack.license,
        attribution: `The pack ${pack.title}`,
        url: '',
        may_store_text: true,
        may_redistribute: true,
      },
    },
    bytes: writePackGuidance(pack.guidance),
    uri: `urn:casework:pack:${pack.ref.id}:guidance`,
    asOf: reviewedAt(pack),
  })

/** The latest review date of all guidance items. */
const reviewedAt = ({ guidance }: Pack): Date | null => {
  const latest = guidance
    .map(({ reviewed_at }) => reviewed_at)
    .sort()
    .at(-1)
  return latest && !Number.isNaN(Date.parse(latest)) ? new Date(latest) : null
}
