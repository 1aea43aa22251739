-- The system is part of the object ids of a project: ids with a former system are still understood.
alter table casework.projects add column former_systems text[] not null default '{}';
