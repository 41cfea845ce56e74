import { createContext, type ReactNode, use } from 'react'

const Svg = createContext('')

/**
 * Provides the map's markup on the server. The browser needs no value, because the page contains the markup already.
 */
export function MapSvg({ value, children }: { value: string; children: ReactNode }) {
  return <Svg value={value}>{children}</Svg>
}

/** Markup of the server that React does not change, so that neither the bundle nor the page data contains it. */
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
