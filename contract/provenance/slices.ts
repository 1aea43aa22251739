// The slices of provenance. They are separate from contract/index.ts so that the workspace in the browser does not load the
// schemas of the other products.
import { apiKeys, sessions } from './access.ts'
import { account } from './account.ts'
import { audit } from './audit.ts'
import { billing } from './billing.ts'
import { crawls } from './crawls.ts'
import { disclosures } from './disclosures.ts'
import { evidence } from './evidence.ts'
import { iam } from './iam.ts'
import { lifecycle } from './lifecycle.ts'
import { members } from './members.ts'
import { notificationPreferences } from './notifications.ts'
import { pages } from './pages.ts'
import { pins } from './pins.ts'
import { profileClaims } from './profile-claims.ts'
import { profileFiles } from './profile-files.ts'
import { proposals } from './proposals.ts'
import { requests } from './requests.ts'
import { risk } from './risk.ts'
import { workspaceSearch } from './search.ts'
import { customerStatements } from './statements.ts'
import { storage } from './storage.ts'
import { vendors } from './vendors.ts'
import { development, webhooks } from './webhooks.ts'

export const provenanceSlices = {
  vendors,
  profileFiles,
  pages,
  disclosures,
  evidence,
  storage,
  audit,
  crawls,
  proposals,
  account,
  sessions,
  apiKeys,
  members,
  notificationPreferences,
  iam,
  webhooks,
  development,
  requests,
  customerStatements,
  profileClaims,
  pins,
  workspaceSearch,
  risk,
  billing,
  lifecycle,
} as const
