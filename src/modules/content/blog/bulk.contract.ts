import { Type } from '@sinclair/typebox'
import { Id, titled } from '../../../kernel/field.ts'
import { command } from '../../../kernel/message.ts'
import {
  BulkOutcome,
  bulkActMade,
  bulkOptions,
  selectionOf,
  selectionProblems,
} from '../../../kernel/selection.ts'
import { articleChanged, ListArticles, postDeleted } from './contract.ts'

const { search, isPublished, category } = ListArticles.input.properties

export const ChangeArticles = command(
  'POST /api/admin/blog-posts/bulk',
  'redazione',
  Type.Object({
    ...selectionOf(Id, { search, isPublished, category }),
    act: Type.Union(
      [Type.Literal('publish'), Type.Literal('unpublish'), Type.Literal('category'), Type.Literal('delete')],
      { message: 'Scegli che cosa fare' },
    ),
    /** Name of the new category, for the act `category`; empty to remove the category from the articles. */
    category: titled('Categoria', Type.Optional(Type.String({ maxLength: 120 }))),
  }),
  BulkOutcome,
  {
    ...bulkOptions,
    acts: [bulkActMade, articleChanged, postDeleted],
    problems: (input) => [
      ...selectionProblems(input),
      ...(input.act === 'category' && input.category === undefined
        ? [{ path: 'category', message: 'Scegli una categoria' }]
        : []),
    ],
    summary: 'Publishes, withdraws, moves or deletes many articles, as one act',
  },
)
