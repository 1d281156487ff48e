/** Proxies before the console: as Debian ships them, and configured so that everything works. */
import type { Row } from './row.ts'
import { public_name, throughProxy } from './through-proxy.ts'
import { root } from '../../scripts/lib/root.mjs'
import { join } from 'node:path'

const console_folder = join(root, 'console/dist')
const unknown = { console_folder, names: [public_name] }
const trusted = { ...unknown, proxies: ['127.0.0.1'] }
const works = throughProxy
const stock = 'stock, PARKING_TRUSTED_PROXIES not set'
const full = 'configuration below, PARKING_TRUSTED_PROXIES=127.0.0.1'

const nginx = { server: 'nginx', packages: ['nginx'], port: 80, works } as const
const site = '/etc/nginx/sites-enabled/default'
const nginx_start = "exec nginx -g 'daemon off;'"
const apache = { server: 'Apache', packages: ['apache2'], port: 80, works } as const
const haproxy = { server: 'HAProxy', packages: ['haproxy'], port: 80, works } as const
const caddy = { server: 'Caddy', packages: ['caddy'], port: 80, works } as const
const haproxy_stock = `global
  user haproxy
  group haproxy
defaults
  mode http
  option httplog
  option dontlognull
  timeout connect 5000
  timeout client 50000
  timeout server 50000
`
const vhost = '/etc/apache2/sites-enabled/000-default.conf'

export const proxies: readonly Row[] = [
  {
    ...nginx,
    setting: `${stock}: a bare proxy_pass`,
    files: { [site]: 'server { listen 80; location / { proxy_pass http://127.0.0.1:8080; } }\n' },
    start: nginx_start,
    app: unknown,
  },
  {
    ...nginx,
    setting: `${stock}: proxy_pass with Debian's proxy_params`,
    files: {
      [site]:
        'server { listen 80; location / { proxy_pass http://127.0.0.1:8080; include proxy_params; } }\n',
    },
    start: nginx_start,
    app: unknown,
  },
  {
    ...nginx,
    setting: full,
    show: true,
    files: {
      [site]: `map $http_upgrade $connection_upgrade { default upgrade; '' close; }
server {
  listen 80;
  client_max_body_size 16m;
  location / {
    proxy_pass http://127.0.0.1:8080;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
  }
}
`,
    },
    start: nginx_start,
    app: trusted,
  },
  {
    ...apache,
    setting: `${stock}: mod_proxy_http with ProxyPass`,
    files: { [vhost]: '<VirtualHost *:80>\n  ProxyPass / http://127.0.0.1:8080/\n</VirtualHost>\n' },
    start: 'a2enmod -q proxy proxy_http && exec apachectl -D FOREGROUND',
    app: unknown,
  },
  {
    ...apache,
    setting: full,
    show: true,
    files: {
      [vhost]: `<VirtualHost *:80>
  # Modules: a2enmod proxy proxy_http headers
  ProxyPreserveHost On
  ProxyPass / http://127.0.0.1:8080/ upgrade=websocket
  RequestHeader set X-Forwarded-Proto expr=%{REQUEST_SCHEME}
</VirtualHost>
`,
    },
    start: 'a2enmod -q proxy proxy_http headers && exec apachectl -D FOREGROUND',
    app: trusted,
  },
  {
    ...haproxy,
    setting: `${stock}: Debian's defaults with a frontend and a backend`,
    files: {
      '/etc/haproxy/haproxy.cfg': `${haproxy_stock}frontend console
  bind :80
  default_backend box
backend box
  server box 127.0.0.1:8080 check
`,
    },
    start: 'exec haproxy -db -f /etc/haproxy/haproxy.cfg',
    app: unknown,
  },
  {
    ...haproxy,
    setting: full,
    show: true,
    files: {
      '/etc/haproxy/haproxy.cfg': `${haproxy_stock}frontend console
  bind :80
  option forwardfor
  http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
  http-request set-header X-Forwarded-Host %[req.hdr(Host)]
  default_backend box
backend box
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
  server box 127.0.0.1:8080 check
`,
    },
    start: 'exec haproxy -db -f /etc/haproxy/haproxy.cfg',
    app: trusted,
  },
  {
    ...caddy,
    setting: `${stock}: reverse_proxy`,
    files: { '/etc/caddy/Caddyfile': ':80 {\n  reverse_proxy 127.0.0.1:8080\n}\n' },
    start: 'exec caddy run --config /etc/caddy/Caddyfile',
    app: unknown,
  },
]
