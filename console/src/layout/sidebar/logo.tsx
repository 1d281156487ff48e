/** The product's logo: a P above a kerb. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#096dd9" />
      <path
        d="M11 23V8.5h6.2a4.6 4.6 0 0 1 0 9.2H11"
        fill="none"
        stroke="#fff"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M6.5 27.5h19" stroke="#8cc8ff" strokeWidth="2" strokeLinecap="round" strokeDasharray="5 3.5" />
    </svg>
  )
}
