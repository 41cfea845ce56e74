import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/Button.tsx'
import { asSeen } from './seenAs.ts'

/** Link to a file, with the look of a button unless it has a class of its own. */
export function DownloadLink({
  path,
  className = buttonClass('plain'),
  children,
}: {
  path: string
  className?: string
  children: ReactNode
}) {
  return (
    <a href={asSeen(path)} download className={className}>
      {children}
    </a>
  )
}
