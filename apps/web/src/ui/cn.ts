// Joins class names; of two that say the same thing the last one wins.
import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// It has to know our own text sizes, else `text-sm text-ink-3` is read as two colours and one is dropped.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['2xs', 'xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'],
      radius: ['xs', 'sm', 'md', 'lg', 'xl', 'full'],
    },
  },
})

export const cn = (...names: ClassValue[]): string => merge(clsx(names))
