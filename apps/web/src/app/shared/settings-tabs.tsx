import { Link } from '@tanstack/react-router'
import { PageTabs } from '../../ui/page-tabs.tsx'

const PARTS = [
  { id: 'access', label: 'People and access' },
  { id: 'workspaces', label: 'Workspaces' },
] as const

/** Tabs of the settings; each is a separate page. */
export const SettingsTabs = ({ current }: { current: (typeof PARTS)[number]['id'] }) => (
  <PageTabs
    label="Settings"
    tabs={PARTS}
    current={current}
    className="gap-5 px-0 [&_a]:px-0"
    link={({ id }, props) => <Link to={id === 'access' ? '/settings/access' : '/settings/workspaces'} {...props} />}
  />
)
