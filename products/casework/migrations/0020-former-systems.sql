-- The system is part of the ids of a project's objects: those that the project had before are still understood.
alter table casework.projects add column former_systems text[] not null default '{}';
