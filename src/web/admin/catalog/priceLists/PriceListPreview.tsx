import { useEffect, useRef } from 'react'
import type {
  PriceListPreview as Preview,
  PreviewListRoute,
} from '../../../../modules/catalog/priceLists/contract.ts'
import { showChange, showNumber } from '../../kit/format.ts'
import { PlainChanges } from '../prices/PlainChanges.tsx'
import { ListRoute } from './ListRoute.tsx'

interface PriceListPreviewProps {
  of: Preview
  rule: Omit<typeof PreviewListRoute.input.static, 'id'>
}

export function PriceListPreview({
  of: { updated, updatedRoutes, changes, warnings },
  rule,
}: PriceListPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Gives each new preview the focus, because the preview appears below the visible part of the page.
  useEffect(() => {
    if (changes) heading.current?.focus()
  }, [changes])
  return (
    <section aria-labelledby="list-preview" className="grid gap-2">
      <h2 id="list-preview" ref={heading} tabIndex={-1} className="scroll-mt-20 font-semibold text-lg">
        Anteprima con i prezzi di oggi
      </h2>
      <p role="status">
        {updated === 0
          ? 'Nessun prezzo cambierebbe.'
          : `Cambiano ${showNumber(updated)} prezzi di ${showNumber(updatedRoutes)} tratte${averageText(changes)}.`}
        {warnings.length > 0 &&
          ` ${showNumber(warnings.length)} sembrano fuori misura: il perché è scritto sotto.`}
      </p>
      {updated > 0 && (
        <>
          <PlainChanges changes={changes} warnings={warnings} />
          <ListRoute rule={rule} changes={changes} />
        </>
      )}
    </section>
  )
}

/** Returns for example `, in media del +15%`; empty if no change has both an old and a new price. */
function averageText(changes: Preview['changes']): string {
  const ratios = changes.flatMap(({ from, to }) => (Number(from) > 0 && to ? Number(to) / Number(from) : []))
  if (ratios.length === 0) return ''
  return `, in media del ${showChange(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length - 1)}`
}
