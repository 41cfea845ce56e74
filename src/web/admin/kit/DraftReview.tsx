import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { type Part, paragraphChanges, withChange } from './paragraphChanges.ts'
import { WordChanges } from './WordChanges.tsx'

interface DraftReviewProps {
  label: string
  text: string
  draft: string
  origin: string
  onChange: (text: string) => void
  onDiscard: () => void
}

/** Shows a draft's changes by paragraph. Staff accept single changes or all, and can undo the latest acceptance. */
export function DraftReview({ label, text, draft, origin, onChange, onDiscard }: DraftReviewProps) {
  const [earlier, setEarlier] = useState<string[]>([])
  const parts = paragraphChanges(text, draft)
  const isAllIn = parts.every(({ isSame }) => isSame)

  function change(next: string): void {
    setEarlier([...earlier, text])
    onChange(next)
  }

  function takeBack(): void {
    onChange(earlier.at(-1) ?? text)
    setEarlier(earlier.slice(0, -1))
  }

  return (
    <article
      aria-label={`Bozza: ${label}`}
      className="grid gap-3 rounded-card border border-sea/40 bg-sea-pale p-4"
    >
      <h2 className="font-semibold">
        Bozza da accettare <span className="font-normal text-ink-soft text-sm">{origin}</span>
      </h2>
      {isAllIn ? (
        <p>La bozza è tutta nel testo: salva per tenerla.</p>
      ) : text === '' ? (
        <p className="max-h-80 overflow-y-auto whitespace-pre-line">{draft}</p>
      ) : (
        <ol className="grid gap-3">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no key except their position
            <li key={index}>
              <PartOfDraft
                part={part}
                number={parts.slice(0, index + 1).filter(({ isSame }) => !isSame).length}
                onAccept={() => change(withChange(parts, index))}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        {!isAllIn && (
          <Button look="sea" onClick={() => change(draft)}>
            {text ? 'Sostituisci il testo' : 'Usa questo testo'}
          </Button>
        )}
        {!isAllIn && text !== '' && (
          <Button look="plain" onClick={() => change(`${text}\n\n${draft}`)}>
            Aggiungi in fondo
          </Button>
        )}
        {earlier.length > 0 && (
          <Button look="plain" onClick={takeBack}>
            Annulla l’ultima modifica
          </Button>
        )}
        <Button look="plain" onClick={onDiscard}>
          {isAllIn ? 'Chiudi la bozza' : 'Scarta'}
        </Button>
      </div>
    </article>
  )
}

function PartOfDraft({ part, number, onAccept }: { part: Part; number: number; onAccept: () => void }) {
  const { isSame, before, after } = part
  if (isSame) return <p className="whitespace-pre-line text-ink-soft">{before.join('\n\n')}</p>
  return (
    <div className="grid gap-2 rounded-field border border-line bg-white p-3">
      <p className="whitespace-pre-line">
        <WordChanges before={before.join('\n\n')} after={after.join('\n\n')} />
      </p>
      <div>
        <Button look="plain" onClick={onAccept}>
          {after.length === 0 ? 'Togli' : before.length === 0 ? 'Aggiungi' : 'Accetta'}
          <span className="sr-only"> la modifica {number}</span>
        </Button>
      </div>
    </div>
  )
}
