// The content tab of a trust page.
import { Card, CardHead } from '../../../ui/bits.tsx'
import { count } from '../../../ui/format.ts'
import { Choice } from './choice.tsx'
import { NdaTemplate } from './nda-template.tsx'
import { PageForm, Text } from './page-form.tsx'
import { Sections } from './sections.tsx'
import type { Draft } from './use-draft.ts'

const LONGEST_INTRO = 20_000

export function Content({ draft }: { draft: Draft }) {
  const { fields, set } = draft
  return (
    <PageForm draft={draft}>
      <Card>
        <CardHead title="Text" />
        <div className="flex flex-col gap-4 p-4">
          <Text
            draft={draft}
            name="display_name"
            required
            pattern=".*\S.*"
            maxLength={120}
            hint="Your company name, as readers know it"
          />
          <Text draft={draft} name="headline" maxLength={200} hint="The title of the page. Default: the name" />
          <Text
            draft={draft}
            name="intro"
            isLong
            maxLength={LONGEST_INTRO}
            hint={`Markdown. ${count(fields.intro.length)} of ${count(LONGEST_INTRO)} characters`}
          />
        </div>
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <CardHead title="Sections" hint="In display order" />
          <Sections value={fields.sections} onChange={(next) => set('sections', next)} />
        </Card>
        <Card>
          <CardHead title="For readers" />
          <div className="flex flex-col gap-4 p-4">
            <Text
              draft={draft}
              name="security_contact"
              type="email"
              maxLength={254}
              placeholder="security@example.com"
              hint="Shown on the page. Also receives requests for evidence."
            />
            <Text
              draft={draft}
              name="status_page_url"
              type="url"
              pattern="https?://.+"
              maxLength={2048}
              placeholder="https://status.example.com"
              hint="Linked from the page"
            />
            <Text
              draft={draft}
              name="locale"
              required
              pattern="[a-z]{2,3}(-[A-Z]{2})?"
              maxLength={6}
              hint="Language of the page: en, de or de-AT"
            />
          </div>
        </Card>
      </div>
      <Card>
        <CardHead title="Access to gated evidence" />
        <div className="flex flex-col gap-4 p-4">
          <Choice
            label="Require an NDA"
            hint="Requests for gated evidence of this page include an NDA stage that cannot be skipped."
            checked={fields.nda_required}
            onChange={(next) => set('nda_required', next)}
          />
          <NdaTemplate draft={draft} />
        </div>
      </Card>
    </PageForm>
  )
}
