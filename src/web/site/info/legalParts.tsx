import type { ReactNode } from 'react'

// Renderers of the tags in the messages of legal texts.

export const strong = (parts: ReactNode[]) => <strong>{parts}</strong>

export const linkTo = (href: string | undefined) => (parts: ReactNode[]) => <a href={href}>{parts}</a>
