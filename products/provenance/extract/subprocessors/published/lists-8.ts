// Lists of suppliers in Markdown, plain text, JSON and nested lists, and with labels, addresses and sentences.
import type { Published } from './published.ts'

export const LISTS_8: readonly Published[] = [
  {
    shape: 'Japanese labels with slashes',
    kind: 'privacy',
    suppliers: ['株式会社ノースウィンド', 'メールバード株式会社'],
    html: `<html lang="ja"><h1>プライバシーポリシー</h1><h2>委託先</h2><p>委託先：株式会社ノースウィンド　業務：サーバーの運用</p><p>委託先：メールバード株式会社　業務：メールの配信</p>`,
  },
]
