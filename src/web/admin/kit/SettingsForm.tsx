import type { Static, TObject } from '@sinclair/typebox'
import type { ComponentType, ReactNode } from 'react'
import type { Command, Query } from '../../../kernel/message.ts'
import { call } from '../../client.ts'
import { useQueryCall } from './api.ts'
import type { Description, FormDescription, Values } from './formDescription.ts'
import { useRights } from './rights.ts'
import { Answer } from './States.tsx'
import { Editor, type Parts } from './ThingForm.tsx'
import { Title } from './Title.tsx'

type Row<R extends Query> = { row: Static<R['output']> }

/** Props of the parts of a form of settings. */
export type SettingsParts<C extends Command, R extends Query> = Parts<C, Row<R>>

type SettingsDescription<C extends Command, R extends Query, Found> = Omit<
  Description<C, Row<R>, null, Found>,
  'command' | 'valuesOf' | 'readAgain'
> & {
  read: R
  change: C
  /** Returns the values of the form from the record as read, if they are not the same. */
  valuesOf?: (row: Static<R['output']>) => Values
  /** Rows of the placeholder. */
  rows?: number
  /** Replaces the form for users without the right to the command. */
  Reader?: ComponentType<Row<R>>
}

/** Makes the form of settings, of which only one record exists. */
export function settingsForm<C extends Command, R extends Query<TObject>, Found = null>(
  options: SettingsDescription<C, R, Found>,
): () => ReactNode {
  const { read, change, rows, Reader } = options
  const description = settingsDescription(options)
  return () => <Record read={read} change={change} rows={rows} Reader={Reader} description={description} />
}

/** Returns the description of the form, which reads the record again to merge two saves. */
export function settingsDescription<C extends Command, R extends Query<TObject>, Found>(
  options: SettingsDescription<C, R, Found>,
) {
  const { read, change, valuesOf = asRead, renews = [], rows: _, Reader: __, ...rest } = options
  return {
    ...rest,
    command: change,
    valuesOf: ({ row }: Row<R>) => valuesOf(row),
    readAgain: async () => valuesOf(await call<Query>(read.http, {})),
    renews: [read.http, ...renews],
  }
}

interface RecordProps<C extends Command, R extends Query, Found>
  extends Pick<SettingsDescription<C, R, Found>, 'read' | 'change'> {
  rows: number | undefined
  Reader: ComponentType<Row<R>> | undefined
  description: FormDescription<C, Row<R>, null, Found>
}

function Record<C extends Command, R extends Query, Found>(props: RecordProps<C, R, Found>) {
  const { read, change, rows, Reader, description } = props
  const record = useQueryCall<Query>(read, {})
  const { may } = useRights()
  return (
    <Answer of={record} {...(rows ? { rows } : {})}>
      {(row) => (Reader && !may(change) ? <Reader row={row} /> : <Editor of={description} props={{ row }} />)}
    </Answer>
  )
}

const asRead = (row: unknown) => row as Values

interface Texts {
  title: string
  intro: ReactNode
}

/** Makes the screen of settings. */
export function settingsScreen<C extends Command, R extends Query<TObject>, Found = null>(
  options: SettingsDescription<C, R, Found> & Texts,
): () => ReactNode {
  const { title, intro, ...rest } = options
  const Settings = settingsForm(rest)
  return () => (
    <>
      <Title intro={intro}>{title}</Title>
      <Settings />
    </>
  )
}
