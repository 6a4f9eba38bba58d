// Whether a session is still good, asked for every request and never remembered. Questions that arrive in the same turn
// of the event loop go to PostgreSQL as one statement, so a busy moment costs one look-up instead of dozens.
import type { Sql } from "#server/platform/database/sql.ts";

type IsLive = (sessionId: string, userId: string) => Promise<boolean>;

interface Question {
  sessionId: string;
  userId: string;
  answer: Promise<boolean>;
  resolve: (live: boolean) => void;
  reject: (error: unknown) => void;
}

export function createLiveSessions(sql: Sql, now: () => Date): IsLive {
  let asked = new Map<string, Question>();

  async function askAll(questions: Map<string, Question>) {
    try {
      const sessions = [...questions.values()].map(({ sessionId }) => sessionId);
      const rows = await sql<{ id: string; user_id: string }[]>`
        select s.id, s.user_id from auth.sessions s join auth.users u on u.id = s.user_id
        where s.id = any(${sessions}::uuid[])
          and (s.not_after is null or s.not_after > ${now()})
          and (u.banned_until is null or u.banned_until <= ${now()})
          and u.deleted_at is null`;
      const live = new Set(rows.map(({ id, user_id: userId }) => `${id} ${userId}`));
      for (const [key, { resolve }] of questions) resolve(live.has(key));
    } catch (error) {
      for (const { reject } of questions.values()) reject(error);
    }
  }

  return (sessionId, userId) => {
    const key = `${sessionId} ${userId}`.toLowerCase();
    const known = asked.get(key);
    if (known) return known.answer;
    if (asked.size === 0) {
      setImmediate(() => {
        const questions = asked;
        asked = new Map();
        void askAll(questions);
      });
    }
    const { promise: answer, resolve, reject } = Promise.withResolvers<boolean>();
    asked.set(key, { sessionId, userId, answer, resolve, reject });
    return answer;
  };
}
