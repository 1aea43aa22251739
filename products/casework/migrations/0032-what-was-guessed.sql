-- The estimate of an item before finished work corrected it: only this estimate can be compared with the actual days.
alter table casework.case_plan_items add column guessed double precision;
