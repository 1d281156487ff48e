/**
 * `/auth-redirect` (spec §2): needs no token, takes none from the address, and forwards only to a path of
 * this origin, so that a link cannot lead to another site.
 */
import { useEffect } from 'react'
import { destinationOf } from '#src/navigation/guard.ts'

export default function AuthRedirectPage() {
  useEffect(() => location.replace(destinationOf(location.search, location.hash)), [])
  return null
}
