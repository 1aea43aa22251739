-- What an item was guessed to take before finished work corrected it: only that can be held against what it took.
alter table casework.case_plan_items add column guessed double precision;
