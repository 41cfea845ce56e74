import {
  type Article,
  CreateArticle,
  ListArticles,
  ReadArticle,
  SaveArticle,
} from '../../../../modules/content/blog/contract.ts'
import { ListCategories } from '../../../../modules/content/categories/contract.ts'
import { call } from '../../../client.ts'
import { thingScreen } from '../../kit/ThingScreen.tsx'
import { ArticleFields } from './ArticleFields.tsx'
import { AutosaveNote, DraftNotice } from './ArticleNotes.tsx'
import { PublishActions, PublishDialog } from './PublishActions.tsx'
import { blank, useArticleDraft } from './useArticleDraft.ts'
import { forgetBegunArticle } from './useAutosave.ts'

export default thingScreen({
  create: CreateArticle,
  change: SaveArticle,
  read: ReadArticle,
  initial: { ...blank, isPublished: false, publishAt: '' },
  async send(input, { row }, { shared }) {
    await shared?.drafted()
    return row
      ? call<typeof SaveArticle>(SaveArticle.http, input as typeof SaveArticle.input.static)
      : call<typeof CreateArticle>(CreateArticle.http, input)
  },
  title: { created: 'Nuovo Articolo', edited: 'Modifica Articolo' },
  save: ({ row }) => saveLabels[row?.state ?? 'bozza'],
  done: (saved, before) => saidOf(before, saved),
  failed: 'Impossibile salvare l’articolo',
  list: 'blog/',
  renews: [ListArticles.http, ListCategories.http],
  onSaved: forgetBegunArticle,
  isKept: (shared) => shared?.isKept() ?? true,
  isWide: true,
  useShared: useArticleDraft,
  Fields: ArticleFields,
  Actions: PublishActions,
  Note: AutosaveNote,
  Above: DraftNotice,
  Below: PublishDialog,
})

const saveLabels = {
  bozza: 'Salva bozza',
  programmato: 'Salva Articolo',
  pubblicato: 'Pubblica modifiche',
}

function saidOf(before: Article | null, after: Article): string {
  if (after.isPublished) return before?.isPublished ? 'Modifiche pubblicate' : 'Articolo pubblicato'
  if (before?.isPublished) return 'Articolo ritirato'
  if (after.publishAt) return 'Pubblicazione programmata'
  return before?.publishAt ? 'Programmazione annullata' : 'Bozza salvata'
}
