import { Command } from 'cmdk'
import type { ReactNode } from 'react'

interface GroupProps {
  heading: string
  /** Shows the group whatever the user typed. */
  forceMount?: boolean
  children: ReactNode
}
export const Group = ({ children, ...rest }: GroupProps) => (
  <Command.Group
    {...rest}
    className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3"
  >
    {children}
  </Command.Group>
)

interface ItemProps {
  value: string
  keywords?: string[]
  onSelect(): void
  children: ReactNode
}
export const Item = ({ children, ...rest }: ItemProps) => (
  <Command.Item
    {...rest}
    className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-selected [&_svg]:size-4 [&_svg]:text-ink-3"
  >
    {children}
  </Command.Item>
)
