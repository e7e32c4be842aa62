-- Linking a provider belongs to the session that asked for it, and ends with it.
ALTER TABLE provider_flows
    ADD COLUMN session_id plain_text
    CONSTRAINT provider_flows_session_id_fkey REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX provider_flows_session_id_idx ON provider_flows (session_id);
