// Profiles as files: implements contract/provenance/profile-files.ts.
import { profileFiles } from '@veritrace/contract/provenance/profile-files'
import type { EvidenceProfile } from '@veritrace/contract/provenance/vendors'
import { answer } from '@veritrace/platform/http/answer'
import { implement } from '@veritrace/platform/http/implement'
import type { Provenance } from '../deps.ts'
import { assembleProfile } from '../profiles/assemble-profile.ts'
import { asOf } from '../vendors/moments.ts'
import { profileCsv } from './csv.ts'
import { profileCycloneDx } from './cyclonedx.ts'
import { profileMarkdown } from './markdown.ts'

interface Asked {
  params: { slug: string }
  query: { as_of?: string }
}

export const exportsApi = (deps: Provenance) => {
  const write =
    (ending: string, contentType: string, form: (profile: EvidenceProfile, at: Date) => string) =>
    async ({ params, query }: Asked) => {
      // Files are shared outside the directory, so they do not include proposals of a model.
      const profile = await assembleProfile({ ...deps, model: undefined }, params.slug, query.as_of)
      const now = deps.clock.now()
      return answer(form(profile, asOf(query.as_of, now) ?? now), {
        headers: {
          'content-type': contentType,
          'content-disposition': `attachment; filename="${profile.vendor.slug}.${ending}"`,
          'cache-control': 'public, max-age=60',
        },
      })
    }

  return implement(profileFiles, {
    csv: write('csv', 'text/csv; charset=utf-8', profileCsv),
    markdown: write('md', 'text/markdown; charset=utf-8', (profile, at) =>
      profileMarkdown(profile, at.toISOString().slice(0, 10)),
    ),
    cyclonedx: write('cdx.json', 'application/vnd.cyclonedx+json; version=1.6', (profile, at) =>
      JSON.stringify(profileCycloneDx(profile, at), null, 2),
    ),
  })
}
