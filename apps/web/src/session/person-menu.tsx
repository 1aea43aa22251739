import { CircleUser, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../ui/bits.tsx'
import { cn } from '../ui/cn.ts'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '../ui/dropdown.tsx'
import { singleKeys } from '../ui/hotkeys.ts'
import { acting } from './acting.ts'
import { signOut } from './session.ts'
import { setTheme, type Theme, theme } from './theme.ts'

const THEMES: readonly [Theme, string, typeof Sun][] = [
  ['system', 'System theme', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
]

interface Props {
  slim: boolean
  role: string | undefined
  /** Items that the product adds. */
  children?: ReactNode
}
export function PersonMenu({ slim, role, children }: Props) {
  const [current, setCurrent] = useState(theme())
  const [hasKeys, setHasKeys] = useState(singleKeys())
  const name = acting?.label ?? ''
  return (
    <Dropdown
      align="start"
      trigger={
        <button
          type="button"
          className={cn(
            'flex h-8 items-center gap-2.5 rounded-md px-2 text-left text-sm text-ink-2 hover:bg-hover hover:text-ink',
            slim && 'w-8 justify-center px-0',
          )}
        >
          <Avatar name={name} className={slim ? 'size-6' : 'size-[18px]'} />
          <span className={slim ? 'sr-only' : 'truncate'}>{name}</span>
        </button>
      }
    >
      <DropdownLabel>{role ? `${name} · ${role}` : name}</DropdownLabel>
      <DropdownSeparator />
      {THEMES.map(([value, label, Icon]) => (
        <DropdownItem
          key={value}
          icon={<Icon />}
          checked={current === value}
          onClick={() => {
            setTheme(value)
            setCurrent(value)
          }}
        >
          {label}
        </DropdownItem>
      ))}
      <DropdownSeparator />
      <DropdownItem
        icon={<Keyboard />}
        checked={hasKeys}
        hint={hasKeys ? 'On' : 'Off (recommended with dictation software)'}
        onClick={() => {
          localStorage.setItem('single-keys', hasKeys ? 'off' : 'on')
          setHasKeys(!hasKeys)
        }}
      >
        Single-key shortcuts
      </DropdownItem>
      {children}
      <DropdownSeparator />
      {acting?.account && (
        <DropdownItem icon={<CircleUser />} render={<a href={acting.account} />}>
          Account and password
        </DropdownItem>
      )}
      <DropdownItem icon={<LogOut />} onClick={signOut}>
        Sign out
      </DropdownItem>
    </Dropdown>
  )
}
