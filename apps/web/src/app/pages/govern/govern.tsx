// Governance: readiness of the estate, controls, decisions and rules.
import { Link, useSearch } from '@tanstack/react-router'
import { PageHead } from '../../../shared/page-head.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { ProjectPicker } from '../../shared/project-picker.tsx'
import { AtcView } from './atc/atc-view.tsx'
import { ControlsView } from './controls-view.tsx'
import { DecisionsView } from './decisions-view.tsx'
import { ReadinessView } from './readiness-view.tsx'
import { ReportMenu } from './report-menu.tsx'
import { RulesView } from './rules-view.tsx'

const VIEWS = [
  { id: 'readiness', label: 'Readiness' },
  { id: 'atc', label: 'ATC' },
  { id: 'controls', label: 'Controls' },
  { id: 'exemptions', label: 'Exemptions' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'rules', label: 'Rules' },
] as const
type View = (typeof VIEWS)[number]['id']

export default function Govern() {
  const { view = 'readiness' } = useSearch({ from: '/app/govern' })
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4 lg:p-6">
      <PageHead
        title="Govern"
        actions={
          <>
            <ProjectPicker />
            <ReportMenu />
          </>
        }
      >
        How ready the code is for the target, and which decisions and rules apply.
      </PageHead>
      <PageTabs
        label="Views"
        tabs={VIEWS}
        current={view}
        className="gap-3 px-0 sm:gap-5 [&_a]:px-0"
        link={(tab, props) => (
          <Link to="/govern" search={({ target, project }) => ({ target, project, view: tab.id as View })} {...props} />
        )}
      />
      {view === 'readiness' && <ReadinessView />}
      {view === 'atc' && <AtcView />}
      {view === 'controls' && <ControlsView />}
      {view === 'exemptions' && <DecisionsView kind="exemption" />}
      {view === 'decisions' && <DecisionsView />}
      {view === 'rules' && <RulesView />}
    </div>
  )
}
