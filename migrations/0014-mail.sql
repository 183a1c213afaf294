-- What the service writes to people. A mail that waits always has the job that sends it, and no
-- other job can be added by the service's role: both is kept by the trigger, which works with the
-- rights of the schema's owner. The runner's own schema is installed before this one is brought up.
create table mails (
  mail_id uuid primary key,
  kind text not null,
  account_id uuid,
  recipient text not null,
  subject text not null,
  body text not null,
  -- What {{name}} in the body stands for, encrypted; gone once the mail is handed over.
  sealed bytea,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'kept', 'failed', 'bounced')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  message_id text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null)),
  check (state <> 'sent' or sealed is null)
);

-- Sent mails grow for ever; what waits for somebody is little and is counted often.
create index mails_unsent on mails (state) where state <> 'sent';

create function schedule_mail() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'queued' then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('mail_id', new.mail_id, 'attempt', new.attempts),
      run_at => new.due_at, job_key => 'mail:' || new.mail_id
    );
  else
    perform graphile_worker.remove_job('mail:' || new.mail_id);
  end if;
  return null;
end
$$;
revoke execute on function schedule_mail() from public;

create trigger mails_schedule after insert or update of state, due_at on mails
  for each row execute function schedule_mail();

grant select, insert on mails to partsdesk_service;
grant update (sealed, state, attempts, due_at, last_error, message_id, sent_at) on mails
  to partsdesk_service;
