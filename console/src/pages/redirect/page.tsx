/** `/redirect/{path}` (spec §2): drops the cached view of a path and opens it again. Renders nothing. */
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { dropView } from '#src/navigation/tabs.ts'

export default function RedirectPage() {
  const path = `/${useParams()['*'] ?? ''}`
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    dropView(path)
    void navigate(`${path}${search}${hash}`, { replace: true })
  }, [navigate, path, search, hash])
  return null
}
