import { Link } from '@tanstack/react-router'
import { PageTabs } from '../../ui/page-tabs.tsx'

const PARTS = [
  { id: 'access', label: 'People and access' },
  { id: 'workspaces', label: 'Workspaces' },
] as const

/** Each part of the settings at an address of its own. */
export const SettingsTabs = ({ current }: { current: (typeof PARTS)[number]['id'] }) => (
  <PageTabs
    label="Parts of the settings"
    tabs={PARTS}
    current={current}
    className="gap-5 px-0 [&_a]:px-0"
    link={({ id }, props) => <Link to={id === 'access' ? '/settings/access' : '/settings/workspaces'} {...props} />}
  />
)
