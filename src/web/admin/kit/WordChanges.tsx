import { wordChanges } from './paragraphChanges.ts'

/** Shows the new text with its new words marked, and the removed words struck through. */
export function WordChanges({ before, after }: { before: string; after: string }) {
  return wordChanges(before, after).map(({ added, removed, value }, index) =>
    added ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no key except their position
      <ins key={index} className="bg-sea-pale no-underline">
        {value}
      </ins>
    ) : removed ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no key except their position
      <del key={index} className="text-brick">
        {value}
      </del>
    ) : (
      value
    ),
  )
}
