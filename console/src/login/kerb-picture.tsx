/** The picture of the sign-in page: a kerb seen from a camera mast. Inline SVG of 2 kB, without a request. */
export function KerbPicture() {
  return (
    <svg
      className="login-kerb"
      viewBox="0 0 360 320"
      aria-hidden="true"
      focusable="false"
      preserveAspectRatio="xMidYMin slice"
    >
      <defs>
        <linearGradient id="beam" x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stopColor="#1890ff" stopOpacity="0.5" />
          <stop offset="1" stopColor="#1890ff" stopOpacity="0.04" />
        </linearGradient>
        <g id="car">
          <rect x="-23" y="-46" width="46" height="92" rx="14" />
          <path
            d="M-17-20c10-5 24-5 34 0l-3 13h-28zM-15 22h30l2 11c-11 4-23 4-34 0z"
            fill="#0b1b2b"
            fillOpacity="0.55"
          />
          <path
            d="M-19-8v26M19-8v26"
            stroke="#0b1b2b"
            strokeOpacity="0.35"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </g>
      </defs>
      <path d="M0 0h360v320H0z" fill="#0b1b2b" />
      <path d="M0 66h360v10H0z" fill="#31495f" />
      <path d="M0 76h360v122H0z" fill="#13283d" />
      <path d="M0 198h360v122H0z" fill="#0f2234" />
      <path d="M0 66h360" stroke="#4a657e" strokeWidth="2" strokeDasharray="34 4" />
      <path
        d="M20 82v112M100 82v112M180 82v112M260 82v112M340 82v112"
        stroke="#dfe8f1"
        strokeOpacity="0.75"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M0 258h360" stroke="#dfe8f1" strokeOpacity="0.35" strokeWidth="3" strokeDasharray="26 20" />
      <use href="#car" x="60" y="137" fill="#8fa5ba" />
      <use href="#car" x="220" y="139" fill="#e6edf4" />
      <use href="#car" x="300" y="136" fill="#47759d" />
      <path d="M146 22L186 84h68v106h-68z" fill="url(#beam)" />
      <g fill="none" stroke="#1890ff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M186 100V84h16M238 84h16v16M254 174v16h-16M202 190h-16v-16" />
      </g>
      <g>
        <rect x="194" y="196" width="52" height="17" rx="4" fill="#096dd9" />
        <path
          d="M201 204.5h7M212 204.5h4M220 204.5h9M233 204.5h6"
          stroke="#fff"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      </g>
      <path d="M140 66V20" stroke="#6d8499" strokeWidth="4" strokeLinecap="round" />
      <g>
        <rect x="127" y="8" width="30" height="17" rx="5" fill="#dfe8f1" />
        <circle cx="150" cy="17" r="4.5" fill="#0b1b2b" />
        <circle cx="151" cy="16" r="1.5" fill="#1890ff" />
      </g>
      <g className="login-kerb-passing" transform="rotate(90 120 289)">
        <use href="#car" x="120" y="289" fill="#26445f" />
      </g>
    </svg>
  )
}
