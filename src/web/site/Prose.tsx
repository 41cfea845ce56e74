/** Text written by staff, which src/modules/content/markdown.ts renders and sanitises on the server. */
export function Prose({ html, className = '' }: { html: string; className?: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised the HTML.
    <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
