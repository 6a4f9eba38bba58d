-- Sessions are looked up by the server itself (server/supabase/auth/tokens/live-sessions.ts).
drop function server.session_is_live(text, text);
revoke usage on schema server from authenticated;
