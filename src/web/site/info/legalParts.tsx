import type { ReactNode } from 'react'

// Renderers of the tags in the messages of legal texts.

export const strong = (parts: ReactNode[]) => <strong>{parts}</strong>

/** Returns a renderer of a link's text. */
export const linkTo = (href: string) => (parts: ReactNode[]) => <a href={href}>{parts}</a>
