import type { Article } from '../../../../modules/content/blog/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import type { ArticleParts } from './useArticleDraft.ts'

const states = {
  pubblicato: ['ok', 'Pubblicato'],
  programmato: ['info', 'Programmato'],
  bozza: ['quiet', 'Bozza'],
} as const

export function StateBadge({ state }: Pick<Article, 'state'>) {
  const [tone, name] = states[state]
  return <Badge tone={tone}>{name}</Badge>
}

export function Publication({
  article: { state, publishAt, publishedAt, slug, isPublished },
}: {
  article: Article
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateBadge state={state} />
      {isPublished && publishedAt && <span>dal {showDateTime(publishedAt)}</span>}
      {publishAt && <span>per il {showDateTime(publishAt)}</span>}
      {isPublished && (
        <a href={`/blog/${slug}/`} target="_blank" rel="noreferrer" className="text-sea-deep underline">
          Vedi sul sito<span className="sr-only"> in una nuova scheda</span>
        </a>
      )}
    </p>
  )
}

export function DraftNotice({ row: article, shared: { hasDraft, discardDraft } }: ArticleParts) {
  if (!hasDraft) return null
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card bg-sun-pale px-4 py-3"
    >
      <p>
        {article?.draft
          ? `Stai vedendo modifiche non pubblicate, scritte da ${article.draft.savedBy} il ${showDateTime(article.draft.updatedAt)}.`
          : 'Hai ripreso un articolo che avevi iniziato in questo browser.'}
      </p>
      <Button look="plain" onClick={discardDraft}>
        Scarta modifiche
      </Button>
    </div>
  )
}

export function AutosaveNote({ shared: { autosave } }: ArticleParts) {
  const { state, savedAt, problem } = autosave
  if (state === 'failed') return <span className="font-medium text-brick">Bozza non salvata: {problem}</span>
  if (state === 'typing' || !savedAt) return 'Modifiche non salvate'
  return `Bozza salvata il ${showDateTime(savedAt)}, non ancora pubblicata`
}
