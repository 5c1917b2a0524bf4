import { useNavigate } from 'react-router'

/** To the page of the payment provider, or to our own for test payments. */
export function useGoToPayment(): (url: string) => void {
  const navigate = useNavigate()
  return (url) => (url.startsWith('/') ? void navigate(url) : window.location.assign(url))
}
