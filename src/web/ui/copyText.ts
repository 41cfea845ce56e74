import { toast } from './toast.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Copiato!' })
  } catch {
    toast({ title: 'Errore', text: 'Impossibile copiare negli appunti', tone: 'destructive' })
  }
}
