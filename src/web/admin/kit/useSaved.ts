import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { renew } from './api.ts'

/** `leave` returns to the list; `saved` first fetches again what the save changed. */
export function useSaved(list: string, renews: string[]) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const leave = () => void navigate(list)
  const saved = async () => {
    await renew(client, renews)
    leave()
  }
  return { leave, saved }
}
