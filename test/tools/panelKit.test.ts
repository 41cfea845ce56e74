import { expect, test } from 'vitest'
import { refusedLines } from './refusedLines.ts'

test('a list or form of the panel that is not made by the kit is refused', () => {
  const lines = [
    'export const own = <table className="w-full" />',
    'export const list = <DataTable columns={columns} />',
    'export const open = <table><tbody /></table>',
    'export const form = useContractForm({ schema })',
    'export const bare = useForm({})',
    'export const table = useTable({ columns })',
    'export const plain = <form onSubmit={send} />',
    'export const act = <CommandForm error={error}><Fields /></CommandForm>',
    'export const framed = <Form form={form}><Fields /></Form>',
    'export const fine = <List columns={columns} />',
    'export const described = thingForm({ command })',
    'export const sent = actForm({ asked })',
    'export const search = <search><input /></search>',
    'export const cells = <tr><td /></tr>',
  ]
  const text = `${lines.join('\n')}\n`
  expect(refusedLines(text, 'src/web/admin/trips/planted.tsx')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(refusedLines(text, 'src/web/admin/kit/planted.tsx')).toEqual([])
})
