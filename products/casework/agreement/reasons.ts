// Explains in a sentence why two findings may differ. Pure.
import type { AgreementReason } from '@veritrace/contract/casework/agreement'

export const EXPLANATIONS: Readonly<Record<AgreementReason, string>> = {
  rated_otherwise: 'Both sides see the use. ATC may have used the lists of another date or another release.',
  released_here: 'We see the use too, but the lists of the target release the object. ATC may have used older lists.',
  source_not_fully_read: 'Part of the source could not be read, or a call is resolved only at run time.',
  use_not_found:
    'The source was read in full and does not contain this use. Check whether the upload is older than the run.',
  technique_not_found:
    'The source was read in full and does not contain this technique. Check whether the upload is older than the run.',
  exempted_here: 'The use is exempted here, and may be exempted in ATC too.',
  priority_not_in_run: 'The run has no findings with this priority. It may have been exported without them.',
  not_in_run:
    'The run covers the object but does not have this finding. The check may look for other uses, or at an older version.',
  object_not_uploaded: 'The sources of this object were not uploaded, so there is nothing to compare.',
  check_unknown: 'The pack does not know this check.',
  check_not_covered: 'The check looks for something that the pack does not rate.',
  check_not_run: 'Nothing in the run shows that it included a usage check.',
  other_release: 'The check variant is for another edition than the target.',
  no_reference: 'The message does not say what it is about.',
  own_object: 'The used object is one of your own, which the lists do not rate.',
  level_unknown: 'The used object is not in the lists of the target.',
}
