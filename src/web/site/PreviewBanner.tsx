/** What staff see above a site that is in maintenance for everyone else. */
export function PreviewBanner() {
  return (
    <aside
      aria-label="Anteprima"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-sun px-4 py-1.5 text-center text-ink"
    >
      <strong>MODALITÀ ANTEPRIMA ADMIN</strong>
      <a href="/admin/" className="inline-flex min-h-8 items-center underline underline-offset-4">
        Vai al pannello admin
      </a>
    </aside>
  )
}
