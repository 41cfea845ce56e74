import { type ReactNode, useState } from 'react'
import type { EmbedMap } from '../../../modules/catalog/search/contract.ts'
import { call } from '../../client.ts'
import { useLanguage } from '../../ui/language.ts'

interface GoogleMapProps {
  from: string
  to: string
  /** Whether staff have configured a key for Google Maps. */
  hasGoogleMap: boolean
  /** The built-in map, which Google's map replaces. */
  children: ReactNode
}

const quiet =
  'inline-flex min-h-11 items-center text-left font-semibold text-sea underline underline-offset-4 hover:text-sea-deep'

/** Shows the built-in map. The browser contacts Google only when the visitor asks for Google's map. */
export function GoogleMap({ from, to, hasGoogleMap, children }: GoogleMapProps) {
  const { t } = useLanguage()
  const [embedUrl, setEmbedUrl] = useState('')
  const [isAway, setAway] = useState(false)
  const ends = new URLSearchParams({
    api: '1',
    origin: `${from}, Puglia`,
    destination: `${to}, Puglia`,
    travelmode: 'driving',
  })

  async function show(): Promise<void> {
    try {
      const asked = { departureName: from, destinationName: to, lang: t.language }
      setEmbedUrl(
        (await call<typeof EmbedMap>('GET /api/maps/embed/:departureName/:destinationName', asked)).embedUrl,
      )
    } catch {
      setAway(true)
    }
  }

  return (
    <>
      {embedUrl && (
        <iframe
          title={t('map.google', { from, to })}
          src={embedUrl}
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
          className="min-h-96 w-full flex-1 rounded-card border border-line"
        />
      )}
      {/* Hidden instead of removed, because only the server can draw the map. */}
      <div className={embedUrl ? 'hidden' : 'contents'}>{children}</div>
      <div className="mt-1 flex flex-wrap items-center gap-x-5">
        {hasGoogleMap && (
          <button
            type="button"
            data-app
            className={`${quiet} noscript:hidden`}
            onClick={() => (embedUrl ? setEmbedUrl('') : void show())}
          >
            {t(embedUrl ? 'map.own' : 'map.show')}
          </button>
        )}
        <a
          href={`https://www.google.com/maps/dir/?${ends}`}
          target="_blank"
          rel="noopener noreferrer"
          className={quiet}
        >
          {t('map.open')}
        </a>
        {hasGoogleMap && !embedUrl && (
          <p role="status" className="basis-full text-ink-soft text-xs">
            {t(isAway ? 'map.failed' : 'map.notice')}
          </p>
        )}
      </div>
    </>
  )
}
