import { Fragment } from 'react'
import { arrow, LineIcon } from './LineIcon.tsx'

/** `A → B` with the arrow drawn, because the fonts have none; the text itself stays as it is, to read and to copy. */
export function Arrowed({ text }: { text: string }) {
  return text.split(' → ').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move.
    <Fragment key={index}>
      {index > 0 && (
        <>
          <UnseenArrow />
          <LineIcon className="mx-[0.35em] inline size-[0.75em]">{arrow}</LineIcon>
        </>
      )}
      {part}
    </Fragment>
  ))
}

/**
 * The arrow of a text, to be heard and copied. It is in a font of the machine, whichever: ours have none, and to search
 * all fonts for one was two thirds of the time in which a screen of prices was laid out.
 */
export function UnseenArrow() {
  return <span className="sr-only [font-family:sans-serif]"> → </span>
}
