// The tab for domain and appearance of a trust page.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Feature } from '@veritrace/contract/provenance/account'
import type { Page } from '@veritrace/contract/provenance/pages'
import type { ReactNode } from 'react'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Choice } from './choice.tsx'
import { Domain } from './domain.tsx'
import { PageForm, Text } from './page-form.tsx'
import { entitlementsQuery } from './queries.ts'
import type { Draft } from './use-draft.ts'

const PICTURE = { type: 'url', pattern: 'https?://.+', maxLength: 2048, placeholder: 'https://' } as const

export function Look({ page, draft }: { page: Page; draft: Draft }) {
  const { fields, set } = draft
  const forDomain = useRefusal('custom_domain')
  const forBranding = useRefusal('remove_branding')
  return (
    <PageForm draft={draft}>
      <Card>
        <CardHead title="Domain" />
        <div className="flex flex-col gap-4 p-4">
          <Text
            draft={draft}
            name="custom_domain"
            maxLength={253}
            pattern="([^.\s]+\.)+[A-Za-z][^.\s]*"
            placeholder="trust.example.com"
            spellCheck={false}
            autoCapitalize="none"
            // An existing domain can be removed on any plan.
            disabled={forDomain !== undefined && !page.custom_domain}
            hint={forDomain ?? 'Leads to this page once its DNS record is verified'}
          />
          <Domain page={page} />
          <Choice
            label="Allow search engines"
            hint="If off, the page asks search engines not to list it."
            checked={fields.indexable}
            onChange={(next) => set('indexable', next)}
          />
        </div>
      </Card>
      <Card>
        <CardHead title="Appearance" hint="Images must have https URLs" />
        <div className="grid gap-4 p-4 sm:grid-cols-2">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <Text draft={draft} name="primary_color" pattern="#[0-9a-fA-F]{6}" maxLength={7} placeholder="#1f4fd8" />
            </div>
            <input
              type="color"
              aria-label="Select a color"
              value={/^#[0-9a-f]{6}$/i.test(fields.primary_color) ? fields.primary_color : '#000000'}
              onChange={({ target }) => set('primary_color', target.value)}
              className="mt-6 h-8 w-10 shrink-0 rounded-md border border-line-control bg-surface p-1 coarse:h-11"
            />
          </div>
          <Text draft={draft} name="favicon_url" {...PICTURE} />
          <Text draft={draft} name="logo_url" {...PICTURE} />
          <Text draft={draft} name="dark_logo_url" {...PICTURE} />
        </div>
        <div className="border-t border-line-row p-4">
          <Choice
            label="Show Veritrace branding"
            hint={forBranding ?? 'A small line at the end of the page.'}
            checked={fields.footer_branding}
            disabled={forBranding !== undefined && page.footer_branding}
            onChange={(next) => set('footer_branding', next)}
          />
        </div>
      </Card>
    </PageForm>
  )
}

/** Why the plan does not include the feature, if it does not. */
function useRefusal(feature: Feature): ReactNode {
  const { data } = useQuery(entitlementsQuery)
  const flag = data?.features[feature]
  if (!flag || flag.allowed) return undefined
  return (
    <>
      {flag.reason}{' '}
      <Link to="/billing" className="font-medium text-accent hover:underline">
        View plans
      </Link>
    </>
  )
}
