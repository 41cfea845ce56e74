interface PriceDayBannerProps {
  day: string
  path: string
}

/** Note for staff above a page with the prices of a chosen day. The note links to today's prices. */
export function PriceDayBanner({ day, path }: PriceDayBannerProps) {
  const [year, month, date] = day.split('-')
  return (
    <aside
      aria-label="Anteprima dei prezzi"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-sun px-4 py-1.5 text-center text-on-sun [&_:focus-visible]:outline-on-sun"
    >
      <strong>{`PREZZI DEL ${date}/${month}/${year}: li vedi solo tu`}</strong>
      <a href={path} className="inline-flex min-h-8 items-center underline underline-offset-4">
        Torna ai prezzi di oggi
      </a>
      <a href="/admin/listini/" className="inline-flex min-h-8 items-center underline underline-offset-4">
        Listini
      </a>
    </aside>
  )
}

export function PreviewBanner() {
  return (
    <aside
      aria-label="Anteprima"
      className="flex flex-wrap items-center justify-center gap-x-4 bg-sun px-4 py-1.5 text-center text-on-sun [&_:focus-visible]:outline-on-sun"
    >
      <strong>MODALITÀ ANTEPRIMA ADMIN</strong>
      <a href="/admin/" className="inline-flex min-h-8 items-center underline underline-offset-4">
        Vai al pannello admin
      </a>
    </aside>
  )
}
