import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const target = process.env['PARKING_TARGET'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: { app: 'index.html' } },
  },
  server: { proxy: Object.fromEntries(['/api', '/vue-element-admin', '/media'].map((path) => [path, { target, changeOrigin: false }])) },
})
