import { createContext, type ReactNode, use } from 'react'

const Svg = createContext('')

/**
 * Passes the markup to `ServerHtml` during server rendering. The browser renders without this provider and keeps the
 * markup that the page already contains.
 */
export function MapSvg({ value, children }: { value: string; children: ReactNode }) {
  return <Svg value={value}>{children}</Svg>
}

/** Keeps the server's markup, so neither the bundle nor the page data contains it. */
export function ServerHtml({ className }: { className?: string }) {
  const html = use(Svg)
  return (
    <div
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server draws this SVG from its own data.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
