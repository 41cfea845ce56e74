import { createContext, type ReactNode, use } from 'react'

const Svg = createContext('')

/** Has a value on the server only; in the browser the markup is already in the page. */
export function MapSvg({ value, children }: { value: string; children: ReactNode }) {
  return <Svg value={value}>{children}</Svg>
}

/** Server markup that React keeps as it is, so that neither bundle nor page data contains it. */
export function ServerHtml({ className }: { className?: string }) {
  const html = use(Svg)
  return (
    <div
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own SVG, made by the server.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
