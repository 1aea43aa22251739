// Why two findings may differ, in a sentence. Pure.
import type { AgreementReason } from '@veritrace/contract/casework/agreement'

export const EXPLANATIONS: Readonly<Record<AgreementReason, string>> = {
  rated_otherwise: 'Both see the use. ATC may have read lists of another day, or of another release.',
  released_here: 'We see the use too, and the lists of the target release the object. ATC may have read older lists.',
  source_not_fully_read: 'Part of the source could not be read, or a call is resolved only at run time.',
  use_not_found: 'The source was read in full and we see no such use. Check whether the upload is older than the run.',
  technique_not_found:
    'The source was read in full and we see no such technique. Check whether the upload is older than the run.',
  exempted_here: 'The use is exempted here, and may be exempted in ATC too.',
  priority_not_in_run: 'The run has no finding of this priority: it may have been exported without it.',
  not_in_run:
    'The run covers the object and does not have this finding. The check may judge other kinds of use, or an older version.',
  object_not_uploaded: 'The sources of this object were not uploaded, so we cannot say anything about it.',
  check_unknown: 'The pack does not know this check.',
  check_not_covered: 'The check looks for something that the pack does not judge.',
  check_not_run: 'Nothing in the run shows that it made a check of uses.',
  other_release: 'The check variant judges for another edition than the target.',
  no_reference: 'The message does not name what it is about.',
  own_object: 'What is used is one of your own objects, which the lists do not rate.',
  level_unknown: 'The lists of the target say nothing about the object that is used.',
}
