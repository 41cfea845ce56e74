/** Where the page stands; the last step is the page itself. */
export function Crumbs({ here }: { here: string }) {
  return (
    <nav aria-label="Percorso" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-2 text-ink-soft">
        <li>
          <a href="/" className="inline-flex min-h-11 items-center underline hover:text-ink">
            Home
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li>
          <a href="/tratte/" className="inline-flex min-h-11 items-center underline hover:text-ink">
            Tratte
          </a>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
