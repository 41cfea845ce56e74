import type { ReactNode } from 'react'

export const arrow = <path d="M4.5 12h15M13.5 6l6 6-6 6" />

/** Icon hidden from assistive technology, because a label is always next to it. */
export function LineIcon({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  )
}
