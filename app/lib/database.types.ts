// Generated from the database by npm run generate. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];
/** What a function that takes JSON can be given. */
export type JsonArgument = object | string | number | boolean;

export type Database = {
  __InternalSupabase: { PostgrestVersion: "13" };
  public: {
    Tables: {
      account_facts: {
        Row: {
          currency: string | null;
          id: string;
          last_contact_at: string | null;
          last_contact_kind: string | null;
          next_step: string | null;
          next_step_on: string | null;
          open_deals: number;
          open_value: number | null;
        };
        Insert: {
          currency?: string | null;
          id: string;
          last_contact_at?: string | null;
          last_contact_kind?: string | null;
          next_step?: string | null;
          next_step_on?: string | null;
          open_deals?: number;
          open_value?: number | null;
        };
        Update: {
          currency?: string | null;
          id?: string;
          last_contact_at?: string | null;
          last_contact_kind?: string | null;
          next_step?: string | null;
          next_step_on?: string | null;
          open_deals?: number;
          open_value?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "account_facts_id_fkey";
            columns: ["id"];
            isOneToOne: true;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      accounts: {
        Row: {
          archived_at: string | null;
          created_at: string;
          domain: string | null;
          id: string;
          industry: string | null;
          is_individual: boolean;
          name: string;
          notes: string | null;
          owner_id: string | null;
          tags: string[];
          type: "Prospect" | "Customer";
          updated_at: string;
          website: string | null;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          domain?: string | null;
          id?: string;
          industry?: string | null;
          is_individual?: boolean;
          name: string;
          notes?: string | null;
          owner_id?: string | null;
          tags?: string[];
          type?: "Prospect" | "Customer";
          updated_at?: string;
          website?: string | null;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          domain?: string | null;
          id?: string;
          industry?: string | null;
          is_individual?: boolean;
          name?: string;
          notes?: string | null;
          owner_id?: string | null;
          tags?: string[];
          type?: "Prospect" | "Customer";
          updated_at?: string;
          website?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "accounts_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      acts: {
        Row: {
          act: string;
          actor_id: string | null;
          actor_name: string;
          at: string;
          becomes: Json | null;
          id: number;
          request_id: string;
          subject: string | null;
          was: Json | null;
        };
        Insert: {
          act: string;
          actor_id?: string | null;
          actor_name: string;
          at?: string;
          becomes?: Json | null;
          id?: never;
          request_id: string;
          subject?: string | null;
          was?: Json | null;
        };
        Update: {
          act?: string;
          actor_id?: string | null;
          actor_name?: string;
          at?: string;
          becomes?: Json | null;
          id?: never;
          request_id?: string;
          subject?: string | null;
          was?: Json | null;
        };
        Relationships: [];
      };
      availability: {
        Row: {
          max_per_day: number | null;
          max_per_week: number | null;
          staff_id: string;
          updated_at: string;
          video_link: string | null;
          works_on_holidays: boolean;
          zone: string;
        };
        Insert: {
          max_per_day?: number | null;
          max_per_week?: number | null;
          staff_id: string;
          updated_at?: string;
          video_link?: string | null;
          works_on_holidays?: boolean;
          zone: string;
        };
        Update: {
          max_per_day?: number | null;
          max_per_week?: number | null;
          staff_id?: string;
          updated_at?: string;
          video_link?: string | null;
          works_on_holidays?: boolean;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: "availability_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: true;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      availability_days: {
        Row: {
          day: string;
          ranges: Json;
          staff_id: string;
        };
        Insert: {
          day: string;
          ranges?: Json;
          staff_id: string;
        };
        Update: {
          day?: string;
          ranges?: Json;
          staff_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "availability_days_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "availability";
            referencedColumns: ["staff_id"];
          },
        ];
      };
      availability_hours: {
        Row: {
          closes: string;
          id: string;
          opens: string;
          page_id: string | null;
          staff_id: string;
          weekday: number;
        };
        Insert: {
          closes: string;
          id?: string;
          opens: string;
          page_id?: string | null;
          staff_id: string;
          weekday: number;
        };
        Update: {
          closes?: string;
          id?: string;
          opens?: string;
          page_id?: string | null;
          staff_id?: string;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: "availability_hours_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "booking_pages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "availability_hours_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "availability";
            referencedColumns: ["staff_id"];
          },
        ];
      };
      bank_imports: {
        Row: {
          added: number;
          file_name: string;
          format: string;
          id: string;
          imported_at: string;
          imported_by: string;
          known: number;
          sha256: string;
          statements: Json;
        };
        Insert: {
          added: number;
          file_name: string;
          format: string;
          id?: string;
          imported_at?: string;
          imported_by: string;
          known: number;
          sha256: string;
          statements: Json;
        };
        Update: {
          added?: number;
          file_name?: string;
          format?: string;
          id?: string;
          imported_at?: string;
          imported_by?: string;
          known?: number;
          sha256?: string;
          statements?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "bank_imports_imported_by_fkey";
            columns: ["imported_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      bank_lines: {
        Row: {
          account: string;
          amount_minor: number;
          currency: string;
          day: string;
          end_to_end: string | null;
          entry: string | null;
          iban: string | null;
          id: string;
          ignored_at: string | null;
          ignored_by: string | null;
          ignored_why: string | null;
          import_id: string;
          key: string;
          name: string | null;
          reference: string | null;
          rest_minor: number;
          valued_on: string | null;
          words: string;
        };
        Insert: {
          account: string;
          amount_minor: number;
          currency: string;
          day: string;
          end_to_end?: string | null;
          entry?: string | null;
          iban?: string | null;
          id?: string;
          ignored_at?: string | null;
          ignored_by?: string | null;
          ignored_why?: string | null;
          import_id: string;
          key: string;
          name?: string | null;
          reference?: string | null;
          rest_minor: number;
          valued_on?: string | null;
          words?: string;
        };
        Update: {
          account?: string;
          amount_minor?: number;
          currency?: string;
          day?: string;
          end_to_end?: string | null;
          entry?: string | null;
          iban?: string | null;
          id?: string;
          ignored_at?: string | null;
          ignored_by?: string | null;
          ignored_why?: string | null;
          import_id?: string;
          key?: string;
          name?: string | null;
          reference?: string | null;
          rest_minor?: number;
          valued_on?: string | null;
          words?: string;
        };
        Relationships: [
          {
            foreignKeyName: "bank_lines_ignored_by_fkey";
            columns: ["ignored_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "bank_lines_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "bank_imports";
            referencedColumns: ["id"];
          },
        ];
      };
      bank_matches: {
        Row: {
          amount_minor: number;
          by: "person" | "rule";
          id: string;
          line_id: string;
          matched_at: string;
          matched_by: string;
          payment_id: string;
          reasons: string[];
          request_id: string;
          undone_at: string | null;
          undone_by: string | null;
          undone_why: string | null;
        };
        Insert: {
          amount_minor: number;
          by: "person" | "rule";
          id?: string;
          line_id: string;
          matched_at?: string;
          matched_by: string;
          payment_id: string;
          reasons?: string[];
          request_id: string;
          undone_at?: string | null;
          undone_by?: string | null;
          undone_why?: string | null;
        };
        Update: {
          amount_minor?: number;
          by?: "person" | "rule";
          id?: string;
          line_id?: string;
          matched_at?: string;
          matched_by?: string;
          payment_id?: string;
          reasons?: string[];
          request_id?: string;
          undone_at?: string | null;
          undone_by?: string | null;
          undone_why?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "bank_matches_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: false;
            referencedRelation: "bank_lines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bank_matches_matched_by_fkey";
            columns: ["matched_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "bank_matches_payment_id_fkey";
            columns: ["payment_id"];
            isOneToOne: true;
            referencedRelation: "payments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bank_matches_request_id_fkey";
            columns: ["request_id"];
            isOneToOne: false;
            referencedRelation: "payment_requests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bank_matches_undone_by_fkey";
            columns: ["undone_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      bank_payouts: {
        Row: {
          line_id: string;
          payment_id: string;
          settled_at: string;
          settled_by: string;
        };
        Insert: {
          line_id: string;
          payment_id: string;
          settled_at?: string;
          settled_by: string;
        };
        Update: {
          line_id?: string;
          payment_id?: string;
          settled_at?: string;
          settled_by?: string;
        };
        Relationships: [
          {
            foreignKeyName: "bank_payouts_line_id_fkey";
            columns: ["line_id"];
            isOneToOne: false;
            referencedRelation: "bank_lines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bank_payouts_payment_id_fkey";
            columns: ["payment_id"];
            isOneToOne: true;
            referencedRelation: "payments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "bank_payouts_settled_by_fkey";
            columns: ["settled_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      bank_settings: {
        Row: {
          books_certain: boolean;
          id: boolean;
        };
        Insert: {
          books_certain?: boolean;
          id?: boolean;
        };
        Update: {
          books_certain?: boolean;
          id?: boolean;
        };
        Relationships: [];
      };
      billing_profiles: {
        Row: {
          account_id: string;
          buyer_reference: string | null;
          changed_at: string;
          changed_by: string | null;
          city: string | null;
          country: string | null;
          e_address: string | null;
          format: "pdf" | "facturx" | "xrechnung" | "ubl";
          language: "en" | "de" | "fr";
          legal_name: string | null;
          postal_code: string | null;
          region: string | null;
          send_to: string | null;
          street: string | null;
          terms_days: number | null;
          vat_answer: "valid" | "not valid" | "no answer" | null;
          vat_answered_at: string | null;
          vat_id: string | null;
          withheld_pcm: number;
        };
        Insert: {
          account_id: string;
          buyer_reference?: string | null;
          changed_at?: string;
          changed_by?: string | null;
          city?: string | null;
          country?: string | null;
          e_address?: string | null;
          format?: "pdf" | "facturx" | "xrechnung" | "ubl";
          language?: "en" | "de" | "fr";
          legal_name?: string | null;
          postal_code?: string | null;
          region?: string | null;
          send_to?: string | null;
          street?: string | null;
          terms_days?: number | null;
          vat_answer?: "valid" | "not valid" | "no answer" | null;
          vat_answered_at?: string | null;
          vat_id?: string | null;
          withheld_pcm?: number;
        };
        Update: {
          account_id?: string;
          buyer_reference?: string | null;
          changed_at?: string;
          changed_by?: string | null;
          city?: string | null;
          country?: string | null;
          e_address?: string | null;
          format?: "pdf" | "facturx" | "xrechnung" | "ubl";
          language?: "en" | "de" | "fr";
          legal_name?: string | null;
          postal_code?: string | null;
          region?: string | null;
          send_to?: string | null;
          street?: string | null;
          terms_days?: number | null;
          vat_answer?: "valid" | "not valid" | "no answer" | null;
          vat_answered_at?: string | null;
          vat_id?: string | null;
          withheld_pcm?: number;
        };
        Relationships: [
          {
            foreignKeyName: "billing_profiles_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: true;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "billing_profiles_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "billing_profiles_send_to_fkey";
            columns: ["send_to"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
        ];
      };
      blocked_senders: {
        Row: {
          blocked_at: string;
          blocked_by: string | null;
          key: string;
          until: string | null;
        };
        Insert: {
          blocked_at?: string;
          blocked_by?: string | null;
          key: string;
          until?: string | null;
        };
        Update: {
          blocked_at?: string;
          blocked_by?: string | null;
          key?: string;
          until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "blocked_senders_blocked_by_fkey";
            columns: ["blocked_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      booking_page_people: {
        Row: {
          base_minutes: number;
          joined_at: string;
          page_id: string;
          staff_id: string;
          weight: number;
        };
        Insert: {
          base_minutes?: number;
          joined_at?: string;
          page_id: string;
          staff_id: string;
          weight?: number;
        };
        Update: {
          base_minutes?: number;
          joined_at?: string;
          page_id?: string;
          staff_id?: string;
          weight?: number;
        };
        Relationships: [
          {
            foreignKeyName: "booking_page_people_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "booking_pages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "booking_page_people_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      booking_pages: {
        Row: {
          about: string;
          approval: boolean;
          approval_hours: number;
          buffer_after: number;
          buffer_before: number;
          change_until: number;
          created_at: string;
          created_by: string | null;
          currency: string | null;
          horizon_days: number;
          id: string;
          max_moves: number;
          max_per_day: number | null;
          max_per_week: number | null;
          minutes: number;
          notice_minutes: number;
          owner_first: boolean;
          place: "video" | "phone" | "address" | "theirs";
          place_detail: string | null;
          price_minor: number | null;
          questions: Json;
          reminders: number[];
          service_line: string | null;
          show_at_most: number | null;
          slug: string;
          state: "draft" | "live" | "paused" | "archived";
          step: number;
          subject: string | null;
          title: string;
          unpaid: "release" | "keep";
          updated_at: string;
          visibility: "public" | "unlisted" | "clients";
          who: "one" | "any" | "all";
        };
        Insert: {
          about?: string;
          approval?: boolean;
          approval_hours?: number;
          buffer_after?: number;
          buffer_before?: number;
          change_until?: number;
          created_at?: string;
          created_by?: string | null;
          currency?: string | null;
          horizon_days?: number;
          id?: string;
          max_moves?: number;
          max_per_day?: number | null;
          max_per_week?: number | null;
          minutes?: number;
          notice_minutes?: number;
          owner_first?: boolean;
          place?: "video" | "phone" | "address" | "theirs";
          place_detail?: string | null;
          price_minor?: number | null;
          questions?: Json;
          reminders?: number[];
          service_line?: string | null;
          show_at_most?: number | null;
          slug: string;
          state?: "draft" | "live" | "paused" | "archived";
          step: number;
          subject?: string | null;
          title: string;
          unpaid?: "release" | "keep";
          updated_at?: string;
          visibility?: "public" | "unlisted" | "clients";
          who?: "one" | "any" | "all";
        };
        Update: {
          about?: string;
          approval?: boolean;
          approval_hours?: number;
          buffer_after?: number;
          buffer_before?: number;
          change_until?: number;
          created_at?: string;
          created_by?: string | null;
          currency?: string | null;
          horizon_days?: number;
          id?: string;
          max_moves?: number;
          max_per_day?: number | null;
          max_per_week?: number | null;
          minutes?: number;
          notice_minutes?: number;
          owner_first?: boolean;
          place?: "video" | "phone" | "address" | "theirs";
          place_detail?: string | null;
          price_minor?: number | null;
          questions?: Json;
          reminders?: number[];
          service_line?: string | null;
          show_at_most?: number | null;
          slug?: string;
          state?: "draft" | "live" | "paused" | "archived";
          step?: number;
          subject?: string | null;
          title?: string;
          unpaid?: "release" | "keep";
          updated_at?: string;
          visibility?: "public" | "unlisted" | "clients";
          who?: "one" | "any" | "all";
        };
        Relationships: [
          {
            foreignKeyName: "booking_pages_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      calendar_copies: {
        Row: {
          calendar_id: string | null;
          etag: string | null;
          href: string | null;
          meeting_id: string;
          reason: string | null;
          sequence: number;
          staff_id: string;
          state: "wanted" | "there" | "failed" | "changed" | "gone";
          times_made: number;
          updated_at: string;
        };
        Insert: {
          calendar_id?: string | null;
          etag?: string | null;
          href?: string | null;
          meeting_id: string;
          reason?: string | null;
          sequence?: number;
          staff_id: string;
          state?: "wanted" | "there" | "failed" | "changed" | "gone";
          times_made?: number;
          updated_at?: string;
        };
        Update: {
          calendar_id?: string | null;
          etag?: string | null;
          href?: string | null;
          meeting_id?: string;
          reason?: string | null;
          sequence?: number;
          staff_id?: string;
          state?: "wanted" | "there" | "failed" | "changed" | "gone";
          times_made?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "calendar_copies_calendar_id_fkey";
            columns: ["calendar_id"];
            isOneToOne: false;
            referencedRelation: "calendars";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "calendar_copies_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "calendar_copies_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      calendar_entries: {
        Row: {
          calendar_id: string;
          etag: string | null;
          href: string;
          uid: string;
        };
        Insert: {
          calendar_id: string;
          etag?: string | null;
          href: string;
          uid?: string;
        };
        Update: {
          calendar_id?: string;
          etag?: string | null;
          href?: string;
          uid?: string;
        };
        Relationships: [
          {
            foreignKeyName: "calendar_entries_calendar_id_fkey";
            columns: ["calendar_id"];
            isOneToOne: false;
            referencedRelation: "calendars";
            referencedColumns: ["id"];
          },
        ];
      };
      calendars: {
        Row: {
          address: string;
          compared_at: string | null;
          count_all_day: boolean;
          count_tentative: boolean;
          count_unanswered: boolean;
          created_at: string;
          ctag: string | null;
          etag: string | null;
          failures: number;
          id: string;
          kind: "caldav" | "google" | "microsoft" | "ics";
          last_good_at: string | null;
          lease_by: string | null;
          lease_until: string | null;
          made_by_us: boolean;
          name: string;
          next_try_at: string;
          reads: boolean;
          reason: string | null;
          staff_id: string;
          state: "new" | "checking" | "live" | "waiting" | "signed_out" | "paused" | "removed";
          sync_token: string | null;
          updated_at: string;
          username: string;
          when_stale: "closed" | "last_known" | "left_out";
          write_details: boolean;
          writes: boolean;
        };
        Insert: {
          address?: string;
          compared_at?: string | null;
          count_all_day?: boolean;
          count_tentative?: boolean;
          count_unanswered?: boolean;
          created_at?: string;
          ctag?: string | null;
          etag?: string | null;
          failures?: number;
          id?: string;
          kind: "caldav" | "google" | "microsoft" | "ics";
          last_good_at?: string | null;
          lease_by?: string | null;
          lease_until?: string | null;
          made_by_us?: boolean;
          name: string;
          next_try_at?: string;
          reads?: boolean;
          reason?: string | null;
          staff_id: string;
          state?: "new" | "checking" | "live" | "waiting" | "signed_out" | "paused" | "removed";
          sync_token?: string | null;
          updated_at?: string;
          username?: string;
          when_stale?: "closed" | "last_known" | "left_out";
          write_details?: boolean;
          writes?: boolean;
        };
        Update: {
          address?: string;
          compared_at?: string | null;
          count_all_day?: boolean;
          count_tentative?: boolean;
          count_unanswered?: boolean;
          created_at?: string;
          ctag?: string | null;
          etag?: string | null;
          failures?: number;
          id?: string;
          kind?: "caldav" | "google" | "microsoft" | "ics";
          last_good_at?: string | null;
          lease_by?: string | null;
          lease_until?: string | null;
          made_by_us?: boolean;
          name?: string;
          next_try_at?: string;
          reads?: boolean;
          reason?: string | null;
          staff_id?: string;
          state?: "new" | "checking" | "live" | "waiting" | "signed_out" | "paused" | "removed";
          sync_token?: string | null;
          updated_at?: string;
          username?: string;
          when_stale?: "closed" | "last_known" | "left_out";
          write_details?: boolean;
          writes?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "calendars_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      cash_settings: {
        Row: {
          datev: Json | null;
          id: boolean;
          tax_basis: "issued" | "received";
        };
        Insert: {
          datev?: Json | null;
          id?: boolean;
          tax_basis?: "issued" | "received";
        };
        Update: {
          datev?: Json | null;
          id?: boolean;
          tax_basis?: "issued" | "received";
        };
        Relationships: [];
      };
      change_requests: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          answered_by: string | null;
          asked_at: string;
          id: string;
          kind: "question" | "change";
          link_id: string | null;
          nonce: string;
          place: number;
          result: "done" | "not_done" | null;
          section_key: string;
          typed_name: string;
          version_id: string;
          words: string;
        };
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          asked_at?: string;
          id?: string;
          kind: "question" | "change";
          link_id?: string | null;
          nonce: string;
          place?: number;
          result?: "done" | "not_done" | null;
          section_key?: string;
          typed_name: string;
          version_id: string;
          words: string;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          asked_at?: string;
          id?: string;
          kind?: "question" | "change";
          link_id?: string | null;
          nonce?: string;
          place?: number;
          result?: "done" | "not_done" | null;
          section_key?: string;
          typed_name?: string;
          version_id?: string;
          words?: string;
        };
        Relationships: [
          {
            foreignKeyName: "change_requests_answered_by_fkey";
            columns: ["answered_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "change_requests_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "proposal_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      checkout_sessions: {
        Row: {
          amount_minor: number;
          attempt: number;
          created_at: string;
          currency: string;
          error_code: string | null;
          expires_at: string | null;
          id: string;
          provider_payment_id: string | null;
          provider_session_id: string | null;
          request_id: string;
          state: "creating" | "unclear" | "open" | "processing" | "complete" | "expired" | "failed";
          updated_at: string;
        };
        Insert: {
          amount_minor: number;
          attempt: number;
          created_at?: string;
          currency: string;
          error_code?: string | null;
          expires_at?: string | null;
          id?: string;
          provider_payment_id?: string | null;
          provider_session_id?: string | null;
          request_id: string;
          state?: "creating" | "unclear" | "open" | "processing" | "complete" | "expired" | "failed";
          updated_at?: string;
        };
        Update: {
          amount_minor?: number;
          attempt?: number;
          created_at?: string;
          currency?: string;
          error_code?: string | null;
          expires_at?: string | null;
          id?: string;
          provider_payment_id?: string | null;
          provider_session_id?: string | null;
          request_id?: string;
          state?: "creating" | "unclear" | "open" | "processing" | "complete" | "expired" | "failed";
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "checkout_sessions_request_id_fkey";
            columns: ["request_id"];
            isOneToOne: false;
            referencedRelation: "payment_requests";
            referencedColumns: ["id"];
          },
        ];
      };
      client_access: {
        Row: {
          account_id: string;
          bound_to: string | null;
          contact_id: string;
          granted_at: string;
          granted_by: string | null;
          id: string;
          revoked_at: string | null;
          revoked_by: string | null;
          scope: "all" | "own";
          seen_at: string | null;
          user_id: string | null;
        };
        Insert: {
          account_id: string;
          bound_to?: string | null;
          contact_id: string;
          granted_at?: string;
          granted_by?: string | null;
          id?: string;
          revoked_at?: string | null;
          revoked_by?: string | null;
          scope?: "all" | "own";
          seen_at?: string | null;
          user_id?: string | null;
        };
        Update: {
          account_id?: string;
          bound_to?: string | null;
          contact_id?: string;
          granted_at?: string;
          granted_by?: string | null;
          id?: string;
          revoked_at?: string | null;
          revoked_by?: string | null;
          scope?: "all" | "own";
          seen_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "client_access_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_access_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_access_granted_by_fkey";
            columns: ["granted_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "client_access_revoked_by_fkey";
            columns: ["revoked_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      client_area_settings: {
        Row: {
          hidden: string[];
          id: boolean;
          welcome: string;
        };
        Insert: {
          hidden?: string[];
          id?: boolean;
          welcome?: string;
        };
        Update: {
          hidden?: string[];
          id?: boolean;
          welcome?: string;
        };
        Relationships: [];
      };
      client_file_requests: {
        Row: {
          account_id: string;
          asked_by: string | null;
          cancelled_at: string | null;
          contact_id: string | null;
          created_at: string;
          document_id: string | null;
          done_at: string | null;
          due_on: string;
          id: string;
          note: string;
          title: string;
        };
        Insert: {
          account_id: string;
          asked_by?: string | null;
          cancelled_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          document_id?: string | null;
          done_at?: string | null;
          due_on: string;
          id?: string;
          note?: string;
          title: string;
        };
        Update: {
          account_id?: string;
          asked_by?: string | null;
          cancelled_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          document_id?: string | null;
          done_at?: string | null;
          due_on?: string;
          id?: string;
          note?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: "client_file_requests_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_file_requests_asked_by_fkey";
            columns: ["asked_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "client_file_requests_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_file_requests_document_id_fkey";
            columns: ["document_id"];
            isOneToOne: false;
            referencedRelation: "documents";
            referencedColumns: ["id"];
          },
        ];
      };
      client_message_files: {
        Row: {
          document_id: string;
          message_id: string;
        };
        Insert: {
          document_id: string;
          message_id: string;
        };
        Update: {
          document_id?: string;
          message_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "client_message_files_document_id_fkey";
            columns: ["document_id"];
            isOneToOne: false;
            referencedRelation: "documents";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_message_files_message_id_fkey";
            columns: ["message_id"];
            isOneToOne: false;
            referencedRelation: "client_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      client_messages: {
        Row: {
          account_id: string;
          at: string;
          body: string;
          contact_id: string | null;
          id: string;
          mail_key: string | null;
          read_at: string | null;
          staff_id: string | null;
        };
        Insert: {
          account_id: string;
          at?: string;
          body: string;
          contact_id?: string | null;
          id?: string;
          mail_key?: string | null;
          read_at?: string | null;
          staff_id?: string | null;
        };
        Update: {
          account_id?: string;
          at?: string;
          body?: string;
          contact_id?: string | null;
          id?: string;
          mail_key?: string | null;
          read_at?: string | null;
          staff_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "client_messages_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_messages_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "client_messages_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      close_reasons: {
        Row: {
          archived_at: string | null;
          created_at: string;
          hint: string | null;
          id: string;
          kind: "won" | "lost";
          name: string;
          needs_note: boolean;
          sort: number;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          hint?: string | null;
          id?: string;
          kind: "won" | "lost";
          name: string;
          needs_note?: boolean;
          sort?: number;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          hint?: string | null;
          id?: string;
          kind?: "won" | "lost";
          name?: string;
          needs_note?: boolean;
          sort?: number;
        };
        Relationships: [];
      };
      closed_periods: {
        Row: {
          closed_at: string;
          closed_by: string | null;
          ends_on: string;
          id: string;
          reopened_at: string | null;
          reopened_by: string | null;
          starts_on: string;
          why: string | null;
        };
        Insert: {
          closed_at?: string;
          closed_by?: string | null;
          ends_on: string;
          id?: string;
          reopened_at?: string | null;
          reopened_by?: string | null;
          starts_on: string;
          why?: string | null;
        };
        Update: {
          closed_at?: string;
          closed_by?: string | null;
          ends_on?: string;
          id?: string;
          reopened_at?: string | null;
          reopened_by?: string | null;
          starts_on?: string;
          why?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "closed_periods_closed_by_fkey";
            columns: ["closed_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "closed_periods_reopened_by_fkey";
            columns: ["reopened_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      consents: {
        Row: {
          asked_at: string;
          contact_id: string | null;
          decided_at: string | null;
          email_key: string | null;
          expires_at: string | null;
          form: string | null;
          id: string;
          inquiry_id: string | null;
          purpose: "newsletter" | "manifesto";
          state: "asked" | "given" | "withdrawn";
          wording: string;
        };
        Insert: {
          asked_at?: string;
          contact_id?: string | null;
          decided_at?: string | null;
          email_key?: string | null;
          expires_at?: string | null;
          form?: string | null;
          id?: string;
          inquiry_id?: string | null;
          purpose: "newsletter" | "manifesto";
          state: "asked" | "given" | "withdrawn";
          wording: string;
        };
        Update: {
          asked_at?: string;
          contact_id?: string | null;
          decided_at?: string | null;
          email_key?: string | null;
          expires_at?: string | null;
          form?: string | null;
          id?: string;
          inquiry_id?: string | null;
          purpose?: "newsletter" | "manifesto";
          state?: "asked" | "given" | "withdrawn";
          wording?: string;
        };
        Relationships: [
          {
            foreignKeyName: "consents_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "consents_inquiry_id_fkey";
            columns: ["inquiry_id"];
            isOneToOne: false;
            referencedRelation: "inquiries";
            referencedColumns: ["id"];
          },
        ];
      };
      contact_addresses: {
        Row: {
          contact_id: string;
          email_key: string;
          id: string;
          since: string;
          source: "contact" | "merge" | "person";
          until: string | null;
        };
        Insert: {
          contact_id: string;
          email_key: string;
          id?: string;
          since?: string;
          source?: "contact" | "merge" | "person";
          until?: string | null;
        };
        Update: {
          contact_id?: string;
          email_key?: string;
          id?: string;
          since?: string;
          source?: "contact" | "merge" | "person";
          until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "contact_addresses_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
        ];
      };
      contact_facts: {
        Row: {
          currency: string | null;
          id: string;
          last_contact_at: string | null;
          last_contact_kind: string | null;
          next_step: string | null;
          next_step_on: string | null;
          open_deals: number;
          open_value: number | null;
        };
        Insert: {
          currency?: string | null;
          id: string;
          last_contact_at?: string | null;
          last_contact_kind?: string | null;
          next_step?: string | null;
          next_step_on?: string | null;
          open_deals?: number;
          open_value?: number | null;
        };
        Update: {
          currency?: string | null;
          id?: string;
          last_contact_at?: string | null;
          last_contact_kind?: string | null;
          next_step?: string | null;
          next_step_on?: string | null;
          open_deals?: number;
          open_value?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "contact_facts_id_fkey";
            columns: ["id"];
            isOneToOne: true;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
        ];
      };
      contact_jobs: {
        Row: {
          account_id: string | null;
          company: string;
          contact_id: string;
          from_on: string | null;
          id: string;
          made_at: string;
          source: "hand" | "suggestion";
          title: string | null;
          until_on: string | null;
        };
        Insert: {
          account_id?: string | null;
          company: string;
          contact_id: string;
          from_on?: string | null;
          id?: string;
          made_at?: string;
          source: "hand" | "suggestion";
          title?: string | null;
          until_on?: string | null;
        };
        Update: {
          account_id?: string | null;
          company?: string;
          contact_id?: string;
          from_on?: string | null;
          id?: string;
          made_at?: string;
          source?: "hand" | "suggestion";
          title?: string | null;
          until_on?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "contact_jobs_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "contact_jobs_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
        ];
      };
      contacts: {
        Row: {
          account_id: string;
          created_at: string;
          email: string | null;
          id: string;
          name: string;
          no_mining: boolean;
          notes: string | null;
          owner_id: string | null;
          phone: string | null;
          role: string | null;
          tags: string[];
          title: string | null;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          created_at?: string;
          email?: string | null;
          id?: string;
          name: string;
          no_mining?: boolean;
          notes?: string | null;
          owner_id?: string | null;
          phone?: string | null;
          role?: string | null;
          tags?: string[];
          title?: string | null;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          email?: string | null;
          id?: string;
          name?: string;
          no_mining?: boolean;
          notes?: string | null;
          owner_id?: string | null;
          phone?: string | null;
          role?: string | null;
          tags?: string[];
          title?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "contacts_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "contacts_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      currencies: {
        Row: {
          code: string;
          minor_digits: number;
          rate: number | null;
        };
        Insert: {
          code: string;
          minor_digits?: number;
          rate?: number | null;
        };
        Update: {
          code?: string;
          minor_digits?: number;
          rate?: number | null;
        };
        Relationships: [];
      };
      dashboard_layouts: {
        Row: {
          changed_at: string;
          tiles: Json;
          user_id: string;
        };
        Insert: {
          changed_at?: string;
          tiles?: Json;
          user_id: string;
        };
        Update: {
          changed_at?: string;
          tiles?: Json;
          user_id?: string;
        };
        Relationships: [];
      };
      deal_contacts: {
        Row: {
          contact_id: string;
          created_at: string;
          deal_id: string;
          id: string;
          is_primary: boolean;
          role: string | null;
          updated_at: string;
        };
        Insert: {
          contact_id: string;
          created_at?: string;
          deal_id: string;
          id?: string;
          is_primary?: boolean;
          role?: string | null;
          updated_at?: string;
        };
        Update: {
          contact_id?: string;
          created_at?: string;
          deal_id?: string;
          id?: string;
          is_primary?: boolean;
          role?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "deal_contacts_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deal_contacts_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
        ];
      };
      deal_facts: {
        Row: {
          currency: string | null;
          id: string;
          last_contact_at: string | null;
          last_contact_kind: string | null;
          next_step: string | null;
          next_step_on: string | null;
          open_deals: number;
          open_value: number | null;
        };
        Insert: {
          currency?: string | null;
          id: string;
          last_contact_at?: string | null;
          last_contact_kind?: string | null;
          next_step?: string | null;
          next_step_on?: string | null;
          open_deals?: number;
          open_value?: number | null;
        };
        Update: {
          currency?: string | null;
          id?: string;
          last_contact_at?: string | null;
          last_contact_kind?: string | null;
          next_step?: string | null;
          next_step_on?: string | null;
          open_deals?: number;
          open_value?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "deal_facts_id_fkey";
            columns: ["id"];
            isOneToOne: true;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
        ];
      };
      deal_stage_events: {
        Row: {
          at: string;
          base_minor: number | null;
          by: string | null;
          deal_id: string;
          from_kind: string | null;
          from_stage: string | null;
          id: number;
          probability: number;
          seconds_in_from: number | null;
          to_kind: string;
          to_stage: string;
        };
        Insert: {
          at: string;
          base_minor?: number | null;
          by?: string | null;
          deal_id: string;
          from_kind?: string | null;
          from_stage?: string | null;
          id?: never;
          probability: number;
          seconds_in_from?: number | null;
          to_kind: string;
          to_stage: string;
        };
        Update: {
          at?: string;
          base_minor?: number | null;
          by?: string | null;
          deal_id?: string;
          from_kind?: string | null;
          from_stage?: string | null;
          id?: never;
          probability?: number;
          seconds_in_from?: number | null;
          to_kind?: string;
          to_stage?: string;
        };
        Relationships: [
          {
            foreignKeyName: "deal_stage_events_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deal_stage_events_from_stage_fkey";
            columns: ["from_stage"];
            isOneToOne: false;
            referencedRelation: "deal_stages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deal_stage_events_to_stage_fkey";
            columns: ["to_stage"];
            isOneToOne: false;
            referencedRelation: "deal_stages";
            referencedColumns: ["id"];
          },
        ];
      };
      deal_stages: {
        Row: {
          archived_at: string | null;
          created_at: string;
          id: string;
          key: string;
          kind: "open" | "won" | "lost";
          name: string;
          probability: number;
          sort: number;
          stale_after_days: number | null;
          updated_at: string;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          key?: string;
          kind?: "open" | "won" | "lost";
          name: string;
          probability?: number;
          sort?: number;
          stale_after_days?: number | null;
          updated_at?: string;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          key?: string;
          kind?: "open" | "won" | "lost";
          name?: string;
          probability?: number;
          sort?: number;
          stale_after_days?: number | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      deals: {
        Row: {
          account_id: string;
          amount_minor: number | null;
          archived_at: string | null;
          base_minor: number | null;
          base_rate: number;
          close_note: string | null;
          close_reason_id: string | null;
          closed_at: string | null;
          closed_on: string | null;
          created_at: string;
          currency: string;
          expected_close: string | null;
          id: string;
          inquiry_id: string | null;
          name: string;
          owner_id: string | null;
          probability_own: number | null;
          service_line: string | null;
          stage_id: string;
          stage_kind: string;
          stage_since: string;
          subject_key: string | null;
          tags: string[];
          updated_at: string;
        };
        Insert: {
          account_id: string;
          amount_minor?: number | null;
          archived_at?: string | null;
          base_minor?: never;
          base_rate?: number;
          close_note?: string | null;
          close_reason_id?: string | null;
          closed_at?: string | null;
          closed_on?: string | null;
          created_at?: string;
          currency?: string;
          expected_close?: string | null;
          id?: string;
          inquiry_id?: string | null;
          name: string;
          owner_id?: string | null;
          probability_own?: number | null;
          service_line?: string | null;
          stage_id?: string;
          stage_kind?: string;
          stage_since?: string;
          subject_key?: string | null;
          tags?: string[];
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          amount_minor?: number | null;
          archived_at?: string | null;
          base_minor?: never;
          base_rate?: number;
          close_note?: string | null;
          close_reason_id?: string | null;
          closed_at?: string | null;
          closed_on?: string | null;
          created_at?: string;
          currency?: string;
          expected_close?: string | null;
          id?: string;
          inquiry_id?: string | null;
          name?: string;
          owner_id?: string | null;
          probability_own?: number | null;
          service_line?: string | null;
          stage_id?: string;
          stage_kind?: string;
          stage_since?: string;
          subject_key?: string | null;
          tags?: string[];
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "deals_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deals_close_reason_id_fkey";
            columns: ["close_reason_id"];
            isOneToOne: false;
            referencedRelation: "close_reasons";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deals_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "deals_inquiry_id_fkey";
            columns: ["inquiry_id"];
            isOneToOne: false;
            referencedRelation: "inquiries";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deals_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "deals_stage_fkey";
            columns: ["stage_id", "stage_kind"];
            isOneToOne: false;
            referencedRelation: "deal_stages";
            referencedColumns: ["id", "kind"];
          },
          {
            foreignKeyName: "deals_stage_id_fkey";
            columns: ["stage_id"];
            isOneToOne: false;
            referencedRelation: "deal_stages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "deals_subject_key_fkey";
            columns: ["subject_key"];
            isOneToOne: false;
            referencedRelation: "subjects";
            referencedColumns: ["key"];
          },
        ];
      };
      deletions: {
        Row: {
          actor_id: string | null;
          actor_name: string | null;
          area: string;
          at: string;
          cause: "deleted" | "merged";
          id: string;
          kind: string;
          merged_into: string | null;
          records: number;
          restored_at: string | null;
          title: string | null;
        };
        Insert: {
          actor_id?: string | null;
          actor_name?: string | null;
          area: string;
          at?: string;
          cause?: "deleted" | "merged";
          id: string;
          kind: string;
          merged_into?: string | null;
          records: number;
          restored_at?: string | null;
          title?: string | null;
        };
        Update: {
          actor_id?: string | null;
          actor_name?: string | null;
          area?: string;
          at?: string;
          cause?: "deleted" | "merged";
          id?: string;
          kind?: string;
          merged_into?: string | null;
          records?: number;
          restored_at?: string | null;
          title?: string | null;
        };
        Relationships: [];
      };
      document_versions: {
        Row: {
          checked_at: string | null;
          created_at: string;
          created_by: string | null;
          document_id: string;
          file_id: string | null;
          file_name: string;
          id: string;
          mime_claimed: string | null;
          mime_sniffed: string;
          no: number;
          note: string | null;
          sha256: string;
          size: number;
          state: "ready" | "missing" | "deleted";
          title: string | null;
        };
        Insert: {
          checked_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          document_id: string;
          file_id?: string | null;
          file_name: string;
          id?: string;
          mime_claimed?: string | null;
          mime_sniffed: string;
          no: number;
          note?: string | null;
          sha256: string;
          size: number;
          state?: "ready" | "missing" | "deleted";
          title?: never;
        };
        Update: {
          checked_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          document_id?: string;
          file_id?: string | null;
          file_name?: string;
          id?: string;
          mime_claimed?: string | null;
          mime_sniffed?: string;
          no?: number;
          note?: string | null;
          sha256?: string;
          size?: number;
          state?: "ready" | "missing" | "deleted";
          title?: never;
        };
        Relationships: [
          {
            foreignKeyName: "document_versions_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "document_versions_document_id_fkey";
            columns: ["document_id"];
            isOneToOne: false;
            referencedRelation: "documents";
            referencedColumns: ["id"];
          },
        ];
      };
      documents: {
        Row: {
          account_id: string | null;
          archived_at: string | null;
          client_since: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          current_version: number;
          deal_id: string | null;
          folder_id: string;
          id: string;
          last_version: number;
          origin_id: string | null;
          origin_kind: string | null;
          read_only: boolean;
          source: "us" | "client";
          tags: string[];
          title: string;
          updated_at: string;
        };
        Insert: {
          account_id?: string | null;
          archived_at?: string | null;
          client_since?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          current_version?: number;
          deal_id?: string | null;
          folder_id: string;
          id?: string;
          last_version?: number;
          origin_id?: string | null;
          origin_kind?: string | null;
          read_only?: boolean;
          source?: "us" | "client";
          tags?: string[];
          title: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string | null;
          archived_at?: string | null;
          client_since?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          current_version?: number;
          deal_id?: string | null;
          folder_id?: string;
          id?: string;
          last_version?: number;
          origin_id?: string | null;
          origin_kind?: string | null;
          read_only?: boolean;
          source?: "us" | "client";
          tags?: string[];
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "documents_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "documents_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "documents_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "documents_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "documents_folder_id_fkey";
            columns: ["folder_id"];
            isOneToOne: false;
            referencedRelation: "folders";
            referencedColumns: ["id"];
          },
        ];
      };
      enrolments: {
        Row: {
          contact_id: string;
          ended_at: string | null;
          enrolled_at: string;
          enrolled_by: string | null;
          exclusive: boolean;
          id: string;
          next_at: string | null;
          paused_until: string | null;
          sequence_id: string;
          state:
            | "active"
            | "paused"
            | "finished"
            | "replied"
            | "booked"
            | "unsubscribed"
            | "bounced"
            | "accepted"
            | "stopped"
            | "failed";
          step_no: number;
          stop_event: string | null;
          stop_reason: string | null;
          timezone: string;
          to_key: string | null;
          version: number;
        };
        Insert: {
          contact_id: string;
          ended_at?: string | null;
          enrolled_at?: string;
          enrolled_by?: string | null;
          exclusive: boolean;
          id?: string;
          next_at?: string | null;
          paused_until?: string | null;
          sequence_id: string;
          state?:
            | "active"
            | "paused"
            | "finished"
            | "replied"
            | "booked"
            | "unsubscribed"
            | "bounced"
            | "accepted"
            | "stopped"
            | "failed";
          step_no?: number;
          stop_event?: string | null;
          stop_reason?: string | null;
          timezone: string;
          to_key?: string | null;
          version: number;
        };
        Update: {
          contact_id?: string;
          ended_at?: string | null;
          enrolled_at?: string;
          enrolled_by?: string | null;
          exclusive?: boolean;
          id?: string;
          next_at?: string | null;
          paused_until?: string | null;
          sequence_id?: string;
          state?:
            | "active"
            | "paused"
            | "finished"
            | "replied"
            | "booked"
            | "unsubscribed"
            | "bounced"
            | "accepted"
            | "stopped"
            | "failed";
          step_no?: number;
          stop_event?: string | null;
          stop_reason?: string | null;
          timezone?: string;
          to_key?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "enrolments_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "enrolments_enrolled_by_fkey";
            columns: ["enrolled_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "enrolments_sequence_id_fkey";
            columns: ["sequence_id"];
            isOneToOne: false;
            referencedRelation: "sequences";
            referencedColumns: ["id"];
          },
        ];
      };
      events: {
        Row: {
          account_id: string | null;
          actor_id: string | null;
          actor_name: string | null;
          at: string;
          batch: string | null;
          changes: Json | null;
          contact_id: string | null;
          deal_id: string | null;
          id: number;
          inquiry_id: string | null;
          kind: string;
          note_id: string | null;
          record_id: string | null;
          record_name: string | null;
          record_type: string;
          shown_as: string | null;
          task_id: string | null;
        };
        Insert: {
          account_id?: string | null;
          actor_id?: string | null;
          actor_name?: string | null;
          at?: string;
          batch?: string | null;
          changes?: Json | null;
          contact_id?: string | null;
          deal_id?: string | null;
          id?: never;
          inquiry_id?: string | null;
          kind: string;
          note_id?: string | null;
          record_id?: string | null;
          record_name?: string | null;
          record_type: string;
          shown_as?: never;
          task_id?: string | null;
        };
        Update: {
          account_id?: string | null;
          actor_id?: string | null;
          actor_name?: string | null;
          at?: string;
          batch?: string | null;
          changes?: Json | null;
          contact_id?: string | null;
          deal_id?: string | null;
          id?: never;
          inquiry_id?: string | null;
          kind?: string;
          note_id?: string | null;
          record_id?: string | null;
          record_name?: string | null;
          record_type?: string;
          shown_as?: never;
          task_id?: string | null;
        };
        Relationships: [];
      };
      exchange_rates: {
        Row: {
          created_at: string;
          currency: string;
          day: string;
          entered_by: string | null;
          per_eur: number;
          reason: string | null;
          source: "ecb" | "hand";
        };
        Insert: {
          created_at?: string;
          currency: string;
          day: string;
          entered_by?: string | null;
          per_eur: number;
          reason?: string | null;
          source: "ecb" | "hand";
        };
        Update: {
          created_at?: string;
          currency?: string;
          day?: string;
          entered_by?: string | null;
          per_eur?: number;
          reason?: string | null;
          source?: "ecb" | "hand";
        };
        Relationships: [
          {
            foreignKeyName: "exchange_rates_entered_by_fkey";
            columns: ["entered_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      firm: {
        Row: {
          bank_account: string | null;
          bank_bic: string | null;
          bank_changed_at: string | null;
          bank_holder: string | null;
          bank_name: string | null;
          changed_at: string | null;
          changed_by: string | null;
          city: string | null;
          country: string | null;
          email: string | null;
          id: boolean;
          legal_name: string | null;
          logo: string | null;
          phone: string | null;
          postal_code: string | null;
          region: string | null;
          register_entry: string | null;
          sender: string | null;
          signature: string | null;
          street: string | null;
          tax_number: string | null;
          vat_id: string | null;
        };
        Insert: {
          bank_account?: string | null;
          bank_bic?: string | null;
          bank_changed_at?: string | null;
          bank_holder?: string | null;
          bank_name?: string | null;
          changed_at?: string | null;
          changed_by?: string | null;
          city?: string | null;
          country?: string | null;
          email?: string | null;
          id?: boolean;
          legal_name?: string | null;
          logo?: string | null;
          phone?: string | null;
          postal_code?: string | null;
          region?: string | null;
          register_entry?: string | null;
          sender?: string | null;
          signature?: string | null;
          street?: string | null;
          tax_number?: string | null;
          vat_id?: string | null;
        };
        Update: {
          bank_account?: string | null;
          bank_bic?: string | null;
          bank_changed_at?: string | null;
          bank_holder?: string | null;
          bank_name?: string | null;
          changed_at?: string | null;
          changed_by?: string | null;
          city?: string | null;
          country?: string | null;
          email?: string | null;
          id?: boolean;
          legal_name?: string | null;
          logo?: string | null;
          phone?: string | null;
          postal_code?: string | null;
          region?: string | null;
          register_entry?: string | null;
          sender?: string | null;
          signature?: string | null;
          street?: string | null;
          tax_number?: string | null;
          vat_id?: string | null;
        };
        Relationships: [];
      };
      folders: {
        Row: {
          account_id: string | null;
          created_at: string;
          id: string;
          kind: "proposals" | "documents" | "templates" | "drafts" | "published" | null;
          name: string;
          name_key: string;
          parent_id: string | null;
        };
        Insert: {
          account_id?: string | null;
          created_at?: string;
          id?: string;
          kind?: "proposals" | "documents" | "templates" | "drafts" | "published" | null;
          name: string;
          name_key?: string;
          parent_id?: string | null;
        };
        Update: {
          account_id?: string | null;
          created_at?: string;
          id?: string;
          kind?: "proposals" | "documents" | "templates" | "drafts" | "published" | null;
          name?: string;
          name_key?: string;
          parent_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "folders_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "folders_parent_id_fkey";
            columns: ["parent_id"];
            isOneToOne: false;
            referencedRelation: "folders";
            referencedColumns: ["id"];
          },
        ];
      };
      follows: {
        Row: {
          at: string;
          record_id: string;
          record_type: "account" | "contact" | "deal" | "inquiry";
          user_id: string;
        };
        Insert: {
          at?: string;
          record_id: string;
          record_type: "account" | "contact" | "deal" | "inquiry";
          user_id?: string;
        };
        Update: {
          at?: string;
          record_id?: string;
          record_type?: "account" | "contact" | "deal" | "inquiry";
          user_id?: string;
        };
        Relationships: [];
      };
      format_choices: {
        Row: {
          hours_24: boolean | null;
          locale: string;
          updated_at: string;
          user_id: string;
          week_starts_on: number | null;
        };
        Insert: {
          hours_24?: boolean | null;
          locale?: string;
          updated_at?: string;
          user_id: string;
          week_starts_on?: number | null;
        };
        Update: {
          hours_24?: boolean | null;
          locale?: string;
          updated_at?: string;
          user_id?: string;
          week_starts_on?: number | null;
        };
        Relationships: [];
      };
      free_mail_hosts: {
        Row: {
          host: string;
        };
        Insert: {
          host: string;
        };
        Update: {
          host?: string;
        };
        Relationships: [];
      };
      import_changes: {
        Row: {
          after: Json;
          before: Json;
          import_id: string;
          record_id: string;
        };
        Insert: {
          after: Json;
          before: Json;
          import_id: string;
          record_id: string;
        };
        Update: {
          after?: Json;
          before?: Json;
          import_id?: string;
          record_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "import_changes_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "imports";
            referencedColumns: ["id"];
          },
        ];
      };
      import_matchings: {
        Row: {
          headings: string;
          kind: string;
          matching: Json;
          used_at: string;
        };
        Insert: {
          headings: string;
          kind: string;
          matching: Json;
          used_at?: string;
        };
        Update: {
          headings?: string;
          kind?: string;
          matching?: Json;
          used_at?: string;
        };
        Relationships: [];
      };
      import_parts: {
        Row: {
          import_id: string;
          keys: string[];
          part: number;
          records: Json;
          uploaded_at: string;
          uploaded_by: string;
        };
        Insert: {
          import_id: string;
          keys?: never;
          part: number;
          records: Json;
          uploaded_at?: string;
          uploaded_by?: string;
        };
        Update: {
          import_id?: string;
          keys?: never;
          part?: number;
          records?: Json;
          uploaded_at?: string;
          uploaded_by?: string;
        };
        Relationships: [];
      };
      imports: {
        Row: {
          added: number;
          changed: number;
          created: number;
          edit: Json | null;
          id: string;
          imported_at: string;
          imported_by: string | null;
          kind: string;
          records: Json;
          undone_at: string | null;
        };
        Insert: {
          added: number;
          changed?: number;
          created: number;
          edit?: Json | null;
          id?: string;
          imported_at?: string;
          imported_by?: string | null;
          kind: string;
          records: Json;
          undone_at?: string | null;
        };
        Update: {
          added?: number;
          changed?: number;
          created?: number;
          edit?: Json | null;
          id?: string;
          imported_at?: string;
          imported_by?: string | null;
          kind?: string;
          records?: Json;
          undone_at?: string | null;
        };
        Relationships: [];
      };
      inquiries: {
        Row: {
          account_id: string | null;
          answer_id: string | null;
          answered_at: string | null;
          answered_by: string | null;
          assignee_id: string | null;
          closed_at: string | null;
          company: string;
          company_guess: string | null;
          company_host: string | null;
          contact_id: string | null;
          content_key: string | null;
          deal_id: string | null;
          due_at: string | null;
          email: string;
          email_key: string;
          entry_path: string | null;
          erased_at: string | null;
          fields: Json;
          held_because: string[];
          id: string;
          is_robot: boolean;
          kind: "contact" | "manifesto" | "training" | "newsletter" | "client";
          made: Json;
          message: string;
          name: string;
          number: number;
          page_path: string | null;
          pages_seen: number | null;
          received_at: string;
          reference: string;
          referrer_host: string | null;
          same_address: number;
          state: "new" | "held" | "answered" | "closed" | "spam";
          subject_key: string | null;
          subject_text: string;
          suggestions: Json;
          task_id: string | null;
          updated_at: string;
          utm: Json | null;
          waiting_mails: Json | null;
          last_reply?: Json | null;
        };
        Insert: {
          account_id?: string | null;
          answer_id?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          assignee_id?: string | null;
          closed_at?: string | null;
          company?: string;
          company_guess?: string | null;
          company_host?: string | null;
          contact_id?: string | null;
          content_key?: string | null;
          deal_id?: string | null;
          due_at?: string | null;
          email?: string;
          email_key?: string;
          entry_path?: string | null;
          erased_at?: string | null;
          fields?: Json;
          held_because?: string[];
          id: string;
          is_robot?: boolean;
          kind: "contact" | "manifesto" | "training" | "newsletter" | "client";
          made?: Json;
          message?: string;
          name?: string;
          number?: never;
          page_path?: string | null;
          pages_seen?: number | null;
          received_at?: string;
          reference?: string;
          referrer_host?: string | null;
          same_address?: number;
          state: "new" | "held" | "answered" | "closed" | "spam";
          subject_key?: string | null;
          subject_text?: string;
          suggestions?: Json;
          task_id?: string | null;
          updated_at?: string;
          utm?: Json | null;
          waiting_mails?: Json | null;
        };
        Update: {
          account_id?: string | null;
          answer_id?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          assignee_id?: string | null;
          closed_at?: string | null;
          company?: string;
          company_guess?: string | null;
          company_host?: string | null;
          contact_id?: string | null;
          content_key?: string | null;
          deal_id?: string | null;
          due_at?: string | null;
          email?: string;
          email_key?: string;
          entry_path?: string | null;
          erased_at?: string | null;
          fields?: Json;
          held_because?: string[];
          id?: string;
          is_robot?: boolean;
          kind?: "contact" | "manifesto" | "training" | "newsletter" | "client";
          made?: Json;
          message?: string;
          name?: string;
          number?: never;
          page_path?: string | null;
          pages_seen?: number | null;
          received_at?: string;
          reference?: string;
          referrer_host?: string | null;
          same_address?: number;
          state?: "new" | "held" | "answered" | "closed" | "spam";
          subject_key?: string | null;
          subject_text?: string;
          suggestions?: Json;
          task_id?: string | null;
          updated_at?: string;
          utm?: Json | null;
          waiting_mails?: Json | null;
        };
        Relationships: [
          {
            foreignKeyName: "inquiries_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inquiries_answer_id_fkey";
            columns: ["answer_id"];
            isOneToOne: false;
            referencedRelation: "outbox";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inquiries_answered_by_fkey";
            columns: ["answered_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "inquiries_assignee_id_fkey";
            columns: ["assignee_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "inquiries_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inquiries_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inquiries_subject_key_fkey";
            columns: ["subject_key"];
            isOneToOne: false;
            referencedRelation: "subjects";
            referencedColumns: ["key"];
          },
          {
            foreignKeyName: "inquiries_task_id_fkey";
            columns: ["task_id"];
            isOneToOne: false;
            referencedRelation: "tasks";
            referencedColumns: ["id"];
          },
        ];
      };
      introductions: {
        Row: {
          by_contact: string | null;
          by_staff: string | null;
          contact_id: string;
          id: string;
          made_at: string;
          made_by: string | null;
          on_day: string;
          source: "hand" | "suggestion";
          staff_id: string | null;
        };
        Insert: {
          by_contact?: string | null;
          by_staff?: string | null;
          contact_id: string;
          id?: string;
          made_at?: string;
          made_by?: string | null;
          on_day: string;
          source: "hand" | "suggestion";
          staff_id?: string | null;
        };
        Update: {
          by_contact?: string | null;
          by_staff?: string | null;
          contact_id?: string;
          id?: string;
          made_at?: string;
          made_by?: string | null;
          on_day?: string;
          source?: "hand" | "suggestion";
          staff_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "introductions_by_contact_fkey";
            columns: ["by_contact"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "introductions_by_staff_fkey";
            columns: ["by_staff"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "introductions_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "introductions_made_by_fkey";
            columns: ["made_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "introductions_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      invitations: {
        Row: {
          accepted_at: string | null;
          email_key: string;
          expires_at: string;
          id: string;
          invited_at: string;
          invited_by: string | null;
          link_id: string | null;
          name: string;
          revoked_at: string | null;
          role_id: string;
        };
        Insert: {
          accepted_at?: string | null;
          email_key: string;
          expires_at: string;
          id?: string;
          invited_at?: string;
          invited_by?: string | null;
          link_id?: string | null;
          name: string;
          revoked_at?: string | null;
          role_id: string;
        };
        Update: {
          accepted_at?: string | null;
          email_key?: string;
          expires_at?: string;
          id?: string;
          invited_at?: string;
          invited_by?: string | null;
          link_id?: string | null;
          name?: string;
          revoked_at?: string | null;
          role_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "invitations_invited_by_fkey";
            columns: ["invited_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "invitations_role_id_fkey";
            columns: ["role_id"];
            isOneToOne: false;
            referencedRelation: "roles";
            referencedColumns: ["id"];
          },
        ];
      };
      invoice_disputes: {
        Row: {
          entered_by: string | null;
          invoice_id: string;
          since: string;
          words: string;
        };
        Insert: {
          entered_by?: string | null;
          invoice_id: string;
          since: string;
          words: string;
        };
        Update: {
          entered_by?: string | null;
          invoice_id?: string;
          since?: string;
          words?: string;
        };
        Relationships: [
          {
            foreignKeyName: "invoice_disputes_entered_by_fkey";
            columns: ["entered_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "invoice_disputes_invoice_id_fkey";
            columns: ["invoice_id"];
            isOneToOne: true;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
        ];
      };
      invoice_drafts: {
        Row: {
          account_id: string;
          buyer_reference: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          credit_of: string | null;
          currency: string;
          deal_id: string | null;
          dedupe_key: string | null;
          discount_bp: number;
          discount_minor: number;
          due_on: string | null;
          id: string;
          instalments: Json;
          language: "en" | "de" | "fr" | null;
          late_fee_of: string | null;
          late_fee_stage: number | null;
          lines: Json;
          note: string;
          proposal_id: string | null;
          reason: string | null;
          schedule_no: number | null;
          share_pcm: number | null;
          supply_from: string | null;
          supply_to: string | null;
          title: string;
          type: "invoice" | "deposit" | "final" | "credit";
          updated_at: string;
          withheld_pcm: number;
        };
        Insert: {
          account_id: string;
          buyer_reference?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          credit_of?: string | null;
          currency: string;
          deal_id?: string | null;
          dedupe_key?: string | null;
          discount_bp?: number;
          discount_minor?: number;
          due_on?: string | null;
          id?: string;
          instalments?: Json;
          language?: "en" | "de" | "fr" | null;
          late_fee_of?: string | null;
          late_fee_stage?: number | null;
          lines?: Json;
          note?: string;
          proposal_id?: string | null;
          reason?: string | null;
          schedule_no?: number | null;
          share_pcm?: number | null;
          supply_from?: string | null;
          supply_to?: string | null;
          title: string;
          type?: "invoice" | "deposit" | "final" | "credit";
          updated_at?: string;
          withheld_pcm?: number;
        };
        Update: {
          account_id?: string;
          buyer_reference?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          credit_of?: string | null;
          currency?: string;
          deal_id?: string | null;
          dedupe_key?: string | null;
          discount_bp?: number;
          discount_minor?: number;
          due_on?: string | null;
          id?: string;
          instalments?: Json;
          language?: "en" | "de" | "fr" | null;
          late_fee_of?: string | null;
          late_fee_stage?: number | null;
          lines?: Json;
          note?: string;
          proposal_id?: string | null;
          reason?: string | null;
          schedule_no?: number | null;
          share_pcm?: number | null;
          supply_from?: string | null;
          supply_to?: string | null;
          title?: string;
          type?: "invoice" | "deposit" | "final" | "credit";
          updated_at?: string;
          withheld_pcm?: number;
        };
        Relationships: [
          {
            foreignKeyName: "invoice_drafts_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoice_drafts_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoice_drafts_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "invoice_drafts_credit_of_fkey";
            columns: ["credit_of"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoice_drafts_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "invoice_drafts_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoice_drafts_late_fee_of_fkey";
            columns: ["late_fee_of"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoice_drafts_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      invoice_files: {
        Row: {
          file_id: string | null;
          invoice_id: string;
          kind: "pdf" | "xml";
          made_at: string | null;
          next_try_at: string;
          sends: boolean;
          sha256: string | null;
          size: number | null;
          tries: number;
          trouble: string | null;
          version: number;
        };
        Insert: {
          file_id?: string | null;
          invoice_id: string;
          kind: "pdf" | "xml";
          made_at?: string | null;
          next_try_at?: string;
          sends?: boolean;
          sha256?: string | null;
          size?: number | null;
          tries?: number;
          trouble?: string | null;
          version?: number;
        };
        Update: {
          file_id?: string | null;
          invoice_id?: string;
          kind?: "pdf" | "xml";
          made_at?: string | null;
          next_try_at?: string;
          sends?: boolean;
          sha256?: string | null;
          size?: number | null;
          tries?: number;
          trouble?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "invoice_files_invoice_id_fkey";
            columns: ["invoice_id"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
        ];
      };
      invoice_nets: {
        Row: {
          earlier_id: string;
          final_id: string;
          released_on: string | null;
        };
        Insert: {
          earlier_id: string;
          final_id: string;
          released_on?: string | null;
        };
        Update: {
          earlier_id?: string;
          final_id?: string;
          released_on?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "invoice_nets_earlier_id_fkey";
            columns: ["earlier_id"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoice_nets_final_id_fkey";
            columns: ["final_id"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
        ];
      };
      invoice_settings: {
        Row: {
          changed_at: string;
          fiscal_month: number;
          footer: string;
          id: boolean;
          late_days: number[];
          late_fee_minor: number;
          late_fees: boolean;
          late_interest_bp: number;
          terms_days: number;
        };
        Insert: {
          changed_at?: string;
          fiscal_month?: number;
          footer?: string;
          id?: boolean;
          late_days?: number[];
          late_fee_minor?: number;
          late_fees?: boolean;
          late_interest_bp?: number;
          terms_days?: number;
        };
        Update: {
          changed_at?: string;
          fiscal_month?: number;
          footer?: string;
          id?: boolean;
          late_days?: number[];
          late_fee_minor?: number;
          late_fees?: boolean;
          late_interest_bp?: number;
          terms_days?: number;
        };
        Relationships: [];
      };
      invoice_starts: {
        Row: {
          first: number;
          series: "I" | "C";
          set_at: string;
          set_by: string | null;
          year: number;
        };
        Insert: {
          first: number;
          series: "I" | "C";
          set_at?: string;
          set_by?: string | null;
          year: number;
        };
        Update: {
          first?: number;
          series?: "I" | "C";
          set_at?: string;
          set_by?: string | null;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: "invoice_starts_set_by_fkey";
            columns: ["set_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      invoice_tax_rows: {
        Row: {
          base_minor: number;
          category: string;
          currency: string;
          invoice_id: string;
          issued_on: string;
          name: string;
          no: number;
          rate_pcm: number;
          reason: string | null;
          reason_code: string | null;
          tax_minor: number;
        };
        Insert: {
          base_minor: number;
          category: string;
          currency: string;
          invoice_id: string;
          issued_on: string;
          name: string;
          no: number;
          rate_pcm: number;
          reason?: string | null;
          reason_code?: string | null;
          tax_minor: number;
        };
        Update: {
          base_minor?: number;
          category?: string;
          currency?: string;
          invoice_id?: string;
          issued_on?: string;
          name?: string;
          no?: number;
          rate_pcm?: number;
          reason?: string | null;
          reason_code?: string | null;
          tax_minor?: number;
        };
        Relationships: [
          {
            foreignKeyName: "invoice_tax_rows_invoice_id_fkey";
            columns: ["invoice_id"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
        ];
      };
      invoices: {
        Row: {
          account_id: string;
          buyer: Json | null;
          buyer_reference: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          credit_of: string | null;
          currency: string;
          deal_id: string | null;
          dedupe_key: string | null;
          due_on: string;
          format: "pdf" | "facturx" | "xrechnung" | "ubl";
          id: string;
          issued_on: string;
          language: "en" | "de" | "fr";
          late_fee_of: string | null;
          late_fee_stage: number | null;
          lines: Json;
          net_minor: number | null;
          note: string | null;
          number: string;
          office_currency: string | null;
          options: Json;
          payable_minor: number;
          proposal_id: string | null;
          rate: number | null;
          rate_day: string | null;
          rate_source: string | null;
          reason: string | null;
          schedule_no: number | null;
          seller: Json | null;
          seq: number;
          series: string;
          sha256: string | null;
          share_pcm: number | null;
          supply_from: string | null;
          supply_to: string | null;
          tax_office_minor: number | null;
          title: string;
          total_minor: number;
          totals: Json;
          type: "invoice" | "deposit" | "final" | "credit";
          withheld_minor: number;
          year: number;
        };
        Insert: {
          account_id: string;
          buyer?: Json | null;
          buyer_reference?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          credit_of?: string | null;
          currency: string;
          deal_id?: string | null;
          dedupe_key?: string | null;
          due_on: string;
          format?: "pdf" | "facturx" | "xrechnung" | "ubl";
          id?: string;
          issued_on: string;
          language?: "en" | "de" | "fr";
          late_fee_of?: string | null;
          late_fee_stage?: number | null;
          lines: Json;
          net_minor?: never;
          note?: string | null;
          number: string;
          office_currency?: string | null;
          options?: Json;
          payable_minor?: number;
          proposal_id?: string | null;
          rate?: number | null;
          rate_day?: string | null;
          rate_source?: string | null;
          reason?: string | null;
          schedule_no?: number | null;
          seller?: Json | null;
          seq?: number;
          series?: string;
          sha256?: string | null;
          share_pcm?: number | null;
          supply_from?: string | null;
          supply_to?: string | null;
          tax_office_minor?: number | null;
          title: string;
          total_minor: number;
          totals: Json;
          type?: "invoice" | "deposit" | "final" | "credit";
          withheld_minor?: number;
          year?: number;
        };
        Update: {
          account_id?: string;
          buyer?: Json | null;
          buyer_reference?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          credit_of?: string | null;
          currency?: string;
          deal_id?: string | null;
          dedupe_key?: string | null;
          due_on?: string;
          format?: "pdf" | "facturx" | "xrechnung" | "ubl";
          id?: string;
          issued_on?: string;
          language?: "en" | "de" | "fr";
          late_fee_of?: string | null;
          late_fee_stage?: number | null;
          lines?: Json;
          net_minor?: never;
          note?: string | null;
          number?: string;
          office_currency?: string | null;
          options?: Json;
          payable_minor?: number;
          proposal_id?: string | null;
          rate?: number | null;
          rate_day?: string | null;
          rate_source?: string | null;
          reason?: string | null;
          schedule_no?: number | null;
          seller?: Json | null;
          seq?: number;
          series?: string;
          sha256?: string | null;
          share_pcm?: number | null;
          supply_from?: string | null;
          supply_to?: string | null;
          tax_office_minor?: number | null;
          title?: string;
          total_minor?: number;
          totals?: Json;
          type?: "invoice" | "deposit" | "final" | "credit";
          withheld_minor?: number;
          year?: number;
        };
        Relationships: [
          {
            foreignKeyName: "invoices_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoices_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoices_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "invoices_credit_of_fkey";
            columns: ["credit_of"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoices_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "invoices_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoices_late_fee_of_fkey";
            columns: ["late_fee_of"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "invoices_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_answers: {
        Row: {
          copy: "wanted" | "there" | "put" | "failed" | null;
          copy_at: string | null;
          copy_reason: string | null;
          lease_until: string | null;
          look_at: string | null;
          mail_id: string | null;
          mailbox_id: string;
          outbox_id: string;
          staff_id: string | null;
          thread_id: string;
          tries: number;
          written_at: string;
        };
        Insert: {
          copy?: "wanted" | "there" | "put" | "failed" | null;
          copy_at?: string | null;
          copy_reason?: string | null;
          lease_until?: string | null;
          look_at?: string | null;
          mail_id?: string | null;
          mailbox_id: string;
          outbox_id: string;
          staff_id?: string | null;
          thread_id: string;
          tries?: number;
          written_at?: string;
        };
        Update: {
          copy?: "wanted" | "there" | "put" | "failed" | null;
          copy_at?: string | null;
          copy_reason?: string | null;
          lease_until?: string | null;
          look_at?: string | null;
          mail_id?: string | null;
          mailbox_id?: string;
          outbox_id?: string;
          staff_id?: string | null;
          thread_id?: string;
          tries?: number;
          written_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mail_answers_mail_id_fkey";
            columns: ["mail_id"];
            isOneToOne: false;
            referencedRelation: "mails";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_answers_mailbox_id_fkey";
            columns: ["mailbox_id"];
            isOneToOne: false;
            referencedRelation: "mailboxes";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_answers_outbox_id_fkey";
            columns: ["outbox_id"];
            isOneToOne: true;
            referencedRelation: "outbox";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_answers_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mail_bodies: {
        Row: {
          body_hash: string;
          filed_at: string;
          html: string | null;
          html_state: "raw" | "cleaned" | "refused";
          is_cut: boolean;
          mail_id: string;
          text: string;
        };
        Insert: {
          body_hash?: string;
          filed_at?: string;
          html?: string | null;
          html_state?: "raw" | "cleaned" | "refused";
          is_cut?: boolean;
          mail_id: string;
          text?: string;
        };
        Update: {
          body_hash?: string;
          filed_at?: string;
          html?: string | null;
          html_state?: "raw" | "cleaned" | "refused";
          is_cut?: boolean;
          mail_id?: string;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mail_bodies_mail_id_fkey";
            columns: ["mail_id"];
            isOneToOne: false;
            referencedRelation: "mails";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_copies: {
        Row: {
          body_hash: string | null;
          folder: string;
          gone_at: string | null;
          is_private: boolean;
          mail_id: string;
          mailbox_id: string;
          seen_at: string;
          uid: number;
          uid_validity: number;
        };
        Insert: {
          body_hash?: string | null;
          folder: string;
          gone_at?: string | null;
          is_private?: boolean;
          mail_id: string;
          mailbox_id: string;
          seen_at?: string;
          uid: number;
          uid_validity: number;
        };
        Update: {
          body_hash?: string | null;
          folder?: string;
          gone_at?: string | null;
          is_private?: boolean;
          mail_id?: string;
          mailbox_id?: string;
          seen_at?: string;
          uid?: number;
          uid_validity?: number;
        };
        Relationships: [
          {
            foreignKeyName: "mail_copies_mail_id_fkey";
            columns: ["mail_id"];
            isOneToOne: false;
            referencedRelation: "mails";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_copies_mailbox_id_fkey";
            columns: ["mailbox_id"];
            isOneToOne: false;
            referencedRelation: "mailboxes";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_filings: {
        Row: {
          account_id: string | null;
          contact_id: string | null;
          deal_id: string | null;
          filed_at: string;
          filed_by: string | null;
          id: string;
          thread_id: string;
        };
        Insert: {
          account_id?: string | null;
          contact_id?: string | null;
          deal_id?: string | null;
          filed_at?: string;
          filed_by?: string | null;
          id?: string;
          thread_id: string;
        };
        Update: {
          account_id?: string | null;
          contact_id?: string | null;
          deal_id?: string | null;
          filed_at?: string;
          filed_by?: string | null;
          id?: string;
          thread_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mail_filings_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_filings_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_filings_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_filings_filed_by_fkey";
            columns: ["filed_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mail_heads: {
        Row: {
          body_hash: string;
          filed_at: string;
          files: Json;
          is_unreadable: boolean;
          mail_id: string;
          snippet: string;
          subject: string;
        };
        Insert: {
          body_hash?: string;
          filed_at?: string;
          files?: Json;
          is_unreadable?: boolean;
          mail_id: string;
          snippet?: string;
          subject?: string;
        };
        Update: {
          body_hash?: string;
          filed_at?: string;
          files?: Json;
          is_unreadable?: boolean;
          mail_id?: string;
          snippet?: string;
          subject?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mail_heads_mail_id_fkey";
            columns: ["mail_id"];
            isOneToOne: false;
            referencedRelation: "mails";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_never: {
        Row: {
          id: string;
          key_hmac: string | null;
          kind: "address" | "domain" | "folder" | "label";
          made_at: string;
          made_by: string | null;
          owner_id: string | null;
          value: string | null;
        };
        Insert: {
          id?: string;
          key_hmac?: string | null;
          kind: "address" | "domain" | "folder" | "label";
          made_at?: string;
          made_by?: string | null;
          owner_id?: string | null;
          value?: string | null;
        };
        Update: {
          id?: string;
          key_hmac?: string | null;
          kind?: "address" | "domain" | "folder" | "label";
          made_at?: string;
          made_by?: string | null;
          owner_id?: string | null;
          value?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "mail_never_made_by_fkey";
            columns: ["made_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "mail_never_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mail_people: {
        Row: {
          address_key: string;
          at: string;
          contact_id: string | null;
          mail_id: string;
          no: number;
          role: "from" | "to" | "cc" | "reply_to" | "about";
          same_address: number;
          shown_name: string;
          staff_id: string | null;
        };
        Insert: {
          address_key: string;
          at: string;
          contact_id?: string | null;
          mail_id: string;
          no: number;
          role: "from" | "to" | "cc" | "reply_to" | "about";
          same_address?: number;
          shown_name?: string;
          staff_id?: string | null;
        };
        Update: {
          address_key?: string;
          at?: string;
          contact_id?: string | null;
          mail_id?: string;
          no?: number;
          role?: "from" | "to" | "cc" | "reply_to" | "about";
          same_address?: number;
          shown_name?: string;
          staff_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "mail_people_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_people_mail_id_fkey";
            columns: ["mail_id"];
            isOneToOne: false;
            referencedRelation: "mails";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_people_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mail_reads: {
        Row: {
          at: string;
          body_hash: string | null;
          id: number;
          mail_id: string;
          reader_id: string;
        };
        Insert: {
          at?: string;
          body_hash?: string | null;
          id?: never;
          mail_id: string;
          reader_id: string;
        };
        Update: {
          at?: string;
          body_hash?: string | null;
          id?: never;
          mail_id?: string;
          reader_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mail_reads_mail_id_fkey";
            columns: ["mail_id"];
            isOneToOne: false;
            referencedRelation: "mails";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_reads_reader_id_fkey";
            columns: ["reader_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mail_replies: {
        Row: {
          account_id: string | null;
          body_text: string;
          contact_id: string | null;
          doubt: "failed_checks" | "other_address" | "unproved" | null;
          event_key: string;
          from_address: string;
          from_key: string | null;
          id: string;
          is_automatic: boolean;
          message_id: string | null;
          outbox_id: string | null;
          real_sender: string | null;
          received_at: string;
          subject: string;
        };
        Insert: {
          account_id?: string | null;
          body_text?: string;
          contact_id?: string | null;
          doubt?: "failed_checks" | "other_address" | "unproved" | null;
          event_key: string;
          from_address: string;
          from_key?: never;
          id?: string;
          is_automatic?: boolean;
          message_id?: string | null;
          outbox_id?: string | null;
          real_sender?: string | null;
          received_at?: string;
          subject?: string;
        };
        Update: {
          account_id?: string | null;
          body_text?: string;
          contact_id?: string | null;
          doubt?: "failed_checks" | "other_address" | "unproved" | null;
          event_key?: string;
          from_address?: string;
          from_key?: never;
          id?: string;
          is_automatic?: boolean;
          message_id?: string | null;
          outbox_id?: string | null;
          real_sender?: string | null;
          received_at?: string;
          subject?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mail_replies_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_replies_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mail_replies_outbox_id_fkey";
            columns: ["outbox_id"];
            isOneToOne: false;
            referencedRelation: "outbox";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_template_versions: {
        Row: {
          body_html: string | null;
          body_text: string;
          created_at: string;
          created_by: string | null;
          id: string;
          needs: string[];
          subject: string;
          tags: string[];
          template_id: string;
          version: number;
        };
        Insert: {
          body_html?: string | null;
          body_text: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          needs: string[];
          subject: string;
          tags: string[];
          template_id: string;
          version: number;
        };
        Update: {
          body_html?: string | null;
          body_text?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          needs?: string[];
          subject?: string;
          tags?: string[];
          template_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "mail_template_versions_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "mail_template_versions_template_id_fkey";
            columns: ["template_id"];
            isOneToOne: false;
            referencedRelation: "mail_templates";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_templates: {
        Row: {
          archived_at: string | null;
          created_at: string;
          id: string;
          key: string;
          name: string;
          purpose: "outreach" | "transactional";
          updated_at: string;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          key: string;
          name: string;
          purpose: "outreach" | "transactional";
          updated_at?: string;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          key?: string;
          name?: string;
          purpose?: "outreach" | "transactional";
          updated_at?: string;
        };
        Relationships: [];
      };
      mail_trouble: {
        Row: {
          at: string;
          folder: string | null;
          id: string;
          mailbox_id: string;
          reason: string;
          thread_id: string | null;
          tries: number;
          uid: number | null;
          uid_validity: number | null;
        };
        Insert: {
          at?: string;
          folder?: string | null;
          id?: string;
          mailbox_id: string;
          reason: string;
          thread_id?: string | null;
          tries?: number;
          uid?: number | null;
          uid_validity?: number | null;
        };
        Update: {
          at?: string;
          folder?: string | null;
          id?: string;
          mailbox_id?: string;
          reason?: string;
          thread_id?: string | null;
          tries?: number;
          uid?: number | null;
          uid_validity?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "mail_trouble_mailbox_id_fkey";
            columns: ["mailbox_id"];
            isOneToOne: false;
            referencedRelation: "mailboxes";
            referencedColumns: ["id"];
          },
        ];
      };
      mailbox_consents: {
        Row: {
          at: string;
          id: string;
          mailbox_id: string;
          owner_id: string;
          wording: string;
        };
        Insert: {
          at?: string;
          id?: string;
          mailbox_id: string;
          owner_id: string;
          wording: string;
        };
        Update: {
          at?: string;
          id?: string;
          mailbox_id?: string;
          owner_id?: string;
          wording?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mailbox_consents_mailbox_id_fkey";
            columns: ["mailbox_id"];
            isOneToOne: false;
            referencedRelation: "mailboxes";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "mailbox_consents_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mailbox_folders: {
        Row: {
          back_uid: number | null;
          compared_at: string | null;
          id: string;
          level_at: string | null;
          mailbox_id: string;
          next_uid: number | null;
          path: string;
          special_use: "inbox" | "sent" | "all" | "archive" | "junk" | "trash" | "drafts" | null;
          state: "level" | "behind" | "recount" | "gone" | "shut";
          uid_validity: number | null;
          wanted: boolean;
        };
        Insert: {
          back_uid?: number | null;
          compared_at?: string | null;
          id?: string;
          level_at?: string | null;
          mailbox_id: string;
          next_uid?: number | null;
          path: string;
          special_use?: "inbox" | "sent" | "all" | "archive" | "junk" | "trash" | "drafts" | null;
          state?: "level" | "behind" | "recount" | "gone" | "shut";
          uid_validity?: number | null;
          wanted: boolean;
        };
        Update: {
          back_uid?: number | null;
          compared_at?: string | null;
          id?: string;
          level_at?: string | null;
          mailbox_id?: string;
          next_uid?: number | null;
          path?: string;
          special_use?: "inbox" | "sent" | "all" | "archive" | "junk" | "trash" | "drafts" | null;
          state?: "level" | "behind" | "recount" | "gone" | "shut";
          uid_validity?: number | null;
          wanted?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "mailbox_folders_mailbox_id_fkey";
            columns: ["mailbox_id"];
            isOneToOne: false;
            referencedRelation: "mailboxes";
            referencedColumns: ["id"];
          },
        ];
      };
      mailboxes: {
        Row: {
          address: string;
          address_key: string;
          batch: string;
          colleagues_see: "nothing" | "headers" | "snippet" | "text";
          counts_for_ties: boolean;
          created_at: string;
          has_idle: boolean | null;
          id: string;
          imap_host: string;
          imap_port: number;
          keep: "headers" | "snippet" | "text";
          keep_months: number;
          kind: "personal" | "shared";
          last_heard_at: string | null;
          lease_by: string | null;
          lease_until: string | null;
          look_asked_at: string | null;
          next_try_at: string | null;
          owner_id: string;
          read_since: string;
          reason: string | null;
          reason_detail: string | null;
          removed_at: string | null;
          sign_in: "password" | "oauth2";
          smtp_host: string | null;
          smtp_port: number | null;
          state: "new" | "checking" | "reading_back" | "live" | "waiting" | "signed_out" | "paused" | "removed";
          tries: number;
          user_name: string;
        };
        Insert: {
          address: string;
          address_key?: never;
          batch?: string;
          colleagues_see: "nothing" | "headers" | "snippet" | "text";
          counts_for_ties?: boolean;
          created_at?: string;
          has_idle?: boolean | null;
          id?: string;
          imap_host: string;
          imap_port: number;
          keep?: "headers" | "snippet" | "text";
          keep_months?: number;
          kind: "personal" | "shared";
          last_heard_at?: string | null;
          lease_by?: string | null;
          lease_until?: string | null;
          look_asked_at?: string | null;
          next_try_at?: string | null;
          owner_id: string;
          read_since: string;
          reason?: string | null;
          reason_detail?: string | null;
          removed_at?: string | null;
          sign_in: "password" | "oauth2";
          smtp_host?: string | null;
          smtp_port?: number | null;
          state?: "new" | "checking" | "reading_back" | "live" | "waiting" | "signed_out" | "paused" | "removed";
          tries?: number;
          user_name: string;
        };
        Update: {
          address?: string;
          address_key?: never;
          batch?: string;
          colleagues_see?: "nothing" | "headers" | "snippet" | "text";
          counts_for_ties?: boolean;
          created_at?: string;
          has_idle?: boolean | null;
          id?: string;
          imap_host?: string;
          imap_port?: number;
          keep?: "headers" | "snippet" | "text";
          keep_months?: number;
          kind?: "personal" | "shared";
          last_heard_at?: string | null;
          lease_by?: string | null;
          lease_until?: string | null;
          look_asked_at?: string | null;
          next_try_at?: string | null;
          owner_id?: string;
          read_since?: string;
          reason?: string | null;
          reason_detail?: string | null;
          removed_at?: string | null;
          sign_in?: "password" | "oauth2";
          smtp_host?: string | null;
          smtp_port?: number | null;
          state?: "new" | "checking" | "reading_back" | "live" | "waiting" | "signed_out" | "paused" | "removed";
          tries?: number;
          user_name?: string;
        };
        Relationships: [
          {
            foreignKeyName: "mailboxes_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      mails: {
        Row: {
          at: string;
          batch: string | null;
          class: "person" | "automatic" | "list" | "bounce" | "calendar" | "own";
          direction: "in" | "out" | "unclear";
          filed_at: string;
          id: string;
          identity: string;
          is_time_doubtful: boolean;
          message_id: string | null;
          outbox_id: string | null;
          outsiders: number;
          refers_to: string[];
          thread_id: string;
          words: "none" | "snippet" | "text" | "unreadable" | "emptied";
        };
        Insert: {
          at: string;
          batch?: string | null;
          class: "person" | "automatic" | "list" | "bounce" | "calendar" | "own";
          direction: "in" | "out" | "unclear";
          filed_at?: string;
          id?: string;
          identity: string;
          is_time_doubtful?: boolean;
          message_id?: string | null;
          outbox_id?: string | null;
          outsiders?: number;
          refers_to?: string[];
          thread_id: string;
          words?: "none" | "snippet" | "text" | "unreadable" | "emptied";
        };
        Update: {
          at?: string;
          batch?: string | null;
          class?: "person" | "automatic" | "list" | "bounce" | "calendar" | "own";
          direction?: "in" | "out" | "unclear";
          filed_at?: string;
          id?: string;
          identity?: string;
          is_time_doubtful?: boolean;
          message_id?: string | null;
          outbox_id?: string | null;
          outsiders?: number;
          refers_to?: string[];
          thread_id?: string;
          words?: "none" | "snippet" | "text" | "unreadable" | "emptied";
        };
        Relationships: [
          {
            foreignKeyName: "mails_outbox_id_fkey";
            columns: ["outbox_id"];
            isOneToOne: false;
            referencedRelation: "outbox";
            referencedColumns: ["id"];
          },
        ];
      };
      meeting_mails: {
        Row: {
          created_at: string;
          id: string;
          kind: string;
          meeting_id: string;
          outbox_id: string | null;
          person_id: string | null;
          sequence: number;
        };
        Insert: {
          created_at?: string;
          id?: string;
          kind: string;
          meeting_id: string;
          outbox_id?: string | null;
          person_id?: string | null;
          sequence: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          kind?: string;
          meeting_id?: string;
          outbox_id?: string | null;
          person_id?: string | null;
          sequence?: number;
        };
        Relationships: [
          {
            foreignKeyName: "meeting_mails_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meeting_mails_person_id_fkey";
            columns: ["person_id"];
            isOneToOne: false;
            referencedRelation: "meeting_people";
            referencedColumns: ["id"];
          },
        ];
      };
      meeting_notes: {
        Row: {
          body: string;
          created_at: string;
          id: string;
          meeting_id: string;
          staff_id: string | null;
        };
        Insert: {
          body: string;
          created_at?: string;
          id?: string;
          meeting_id: string;
          staff_id?: string | null;
        };
        Update: {
          body?: string;
          created_at?: string;
          id?: string;
          meeting_id?: string;
          staff_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "meeting_notes_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meeting_notes_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      meeting_people: {
        Row: {
          address: string;
          address_key: string;
          answer: "needs_action" | "accepted" | "declined" | "tentative";
          answer_sequence: number;
          contact_id: string | null;
          id: string;
          meeting_id: string;
          name: string;
          phone: string | null;
          role: "host" | "guest" | "other";
          staff_id: string | null;
        };
        Insert: {
          address?: string;
          address_key?: string;
          answer?: "needs_action" | "accepted" | "declined" | "tentative";
          answer_sequence?: number;
          contact_id?: string | null;
          id?: string;
          meeting_id: string;
          name?: string;
          phone?: string | null;
          role: "host" | "guest" | "other";
          staff_id?: string | null;
        };
        Update: {
          address?: string;
          address_key?: string;
          answer?: "needs_action" | "accepted" | "declined" | "tentative";
          answer_sequence?: number;
          contact_id?: string | null;
          id?: string;
          meeting_id?: string;
          name?: string;
          phone?: string | null;
          role?: "host" | "guest" | "other";
          staff_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "meeting_people_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meeting_people_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meeting_people_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      meetings: {
        Row: {
          account_id: string | null;
          answer_by: string | null;
          answers: Json;
          assigned_because: Json | null;
          cancel_reason: string | null;
          cancelled_by: "guest" | "host" | "provider" | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          deal_id: string | null;
          ends_at: string;
          erased_at: string | null;
          guest_locale: string | null;
          guest_zone: string | null;
          held_because: string[];
          held_told_at: string | null;
          host_id: string | null;
          ics_uid: string;
          id: string;
          local_start: string;
          moves: number;
          number: number;
          organizer_key: string | null;
          page_id: string | null;
          payment_id: string | null;
          place: "video" | "phone" | "address" | "theirs";
          place_detail: string | null;
          provider: string | null;
          provider_uid: string | null;
          question: Json | null;
          recurrence_id: string;
          reference: string;
          sender: Json | null;
          sequence: number;
          source: "booking" | "hand" | "mail" | "calendar" | "provider";
          starts_at: string;
          state:
            | "requested"
            | "awaiting_payment"
            | "confirmed"
            | "declined"
            | "expired"
            | "released"
            | "cancelled"
            | "met"
            | "no_show";
          suggested_account_id: string | null;
          task_id: string | null;
          title: string;
          updated_at: string;
          zone: string;
        };
        Insert: {
          account_id?: string | null;
          answer_by?: string | null;
          answers?: Json;
          assigned_because?: Json | null;
          cancel_reason?: string | null;
          cancelled_by?: "guest" | "host" | "provider" | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deal_id?: string | null;
          ends_at: string;
          erased_at?: string | null;
          guest_locale?: string | null;
          guest_zone?: string | null;
          held_because?: string[];
          held_told_at?: string | null;
          host_id?: string | null;
          ics_uid: string;
          id?: string;
          local_start: string;
          moves?: number;
          number?: never;
          organizer_key?: string | null;
          page_id?: string | null;
          payment_id?: string | null;
          place?: "video" | "phone" | "address" | "theirs";
          place_detail?: string | null;
          provider?: string | null;
          provider_uid?: string | null;
          question?: Json | null;
          recurrence_id?: string;
          reference?: string;
          sender?: Json | null;
          sequence?: number;
          source: "booking" | "hand" | "mail" | "calendar" | "provider";
          starts_at: string;
          state:
            | "requested"
            | "awaiting_payment"
            | "confirmed"
            | "declined"
            | "expired"
            | "released"
            | "cancelled"
            | "met"
            | "no_show";
          suggested_account_id?: string | null;
          task_id?: string | null;
          title: string;
          updated_at?: string;
          zone: string;
        };
        Update: {
          account_id?: string | null;
          answer_by?: string | null;
          answers?: Json;
          assigned_because?: Json | null;
          cancel_reason?: string | null;
          cancelled_by?: "guest" | "host" | "provider" | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deal_id?: string | null;
          ends_at?: string;
          erased_at?: string | null;
          guest_locale?: string | null;
          guest_zone?: string | null;
          held_because?: string[];
          held_told_at?: string | null;
          host_id?: string | null;
          ics_uid?: string;
          id?: string;
          local_start?: string;
          moves?: number;
          number?: never;
          organizer_key?: string | null;
          page_id?: string | null;
          payment_id?: string | null;
          place?: "video" | "phone" | "address" | "theirs";
          place_detail?: string | null;
          provider?: string | null;
          provider_uid?: string | null;
          question?: Json | null;
          recurrence_id?: string;
          reference?: string;
          sender?: Json | null;
          sequence?: number;
          source?: "booking" | "hand" | "mail" | "calendar" | "provider";
          starts_at?: string;
          state?:
            | "requested"
            | "awaiting_payment"
            | "confirmed"
            | "declined"
            | "expired"
            | "released"
            | "cancelled"
            | "met"
            | "no_show";
          suggested_account_id?: string | null;
          task_id?: string | null;
          title?: string;
          updated_at?: string;
          zone?: string;
        };
        Relationships: [
          {
            foreignKeyName: "meetings_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meetings_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meetings_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "meetings_host_id_fkey";
            columns: ["host_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "meetings_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "booking_pages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "meetings_suggested_account_id_fkey";
            columns: ["suggested_account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
        ];
      };
      modules: {
        Row: {
          changed_at: string | null;
          changed_by: string | null;
          key: string;
          live: boolean;
        };
        Insert: {
          changed_at?: string | null;
          changed_by?: string | null;
          key: string;
          live?: boolean;
        };
        Update: {
          changed_at?: string | null;
          changed_by?: string | null;
          key?: string;
          live?: boolean;
        };
        Relationships: [];
      };
      not_duplicates: {
        Row: {
          kind: string;
          marked_at: string;
          marked_by: string | null;
          one_id: string;
          other_id: string;
        };
        Insert: {
          kind: string;
          marked_at?: string;
          marked_by?: string | null;
          one_id: string;
          other_id: string;
        };
        Update: {
          kind?: string;
          marked_at?: string;
          marked_by?: string | null;
          one_id?: string;
          other_id?: string;
        };
        Relationships: [];
      };
      notes: {
        Row: {
          account_id: string | null;
          author_id: string | null;
          body: string;
          contact_id: string | null;
          created_at: string;
          deal_id: string | null;
          edited_at: string | null;
          id: string;
          inquiry_id: string | null;
          mentions: string[];
          pinned: boolean;
        };
        Insert: {
          account_id?: string | null;
          author_id?: string | null;
          body: string;
          contact_id?: string | null;
          created_at?: string;
          deal_id?: string | null;
          edited_at?: string | null;
          id?: string;
          inquiry_id?: string | null;
          mentions?: string[];
          pinned?: boolean;
        };
        Update: {
          account_id?: string | null;
          author_id?: string | null;
          body?: string;
          contact_id?: string | null;
          created_at?: string;
          deal_id?: string | null;
          edited_at?: string | null;
          id?: string;
          inquiry_id?: string | null;
          mentions?: string[];
          pinned?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "notes_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notes_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "notes_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notes_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
        ];
      };
      notice_chat: {
        Row: {
          id: boolean;
          kinds: string[];
          with_names: boolean;
        };
        Insert: {
          id?: boolean;
          kinds?: string[];
          with_names?: boolean;
        };
        Update: {
          id?: boolean;
          kinds?: string[];
          with_names?: boolean;
        };
        Relationships: [];
      };
      notice_choices: {
        Row: {
          kind: string;
          mail: "never" | "at_once" | "daily";
          screen: boolean;
          user_id: string;
        };
        Insert: {
          kind: string;
          mail: "never" | "at_once" | "daily";
          screen: boolean;
          user_id: string;
        };
        Update: {
          kind?: string;
          mail?: "never" | "at_once" | "daily";
          screen?: boolean;
          user_id?: string;
        };
        Relationships: [];
      };
      notices: {
        Row: {
          about_id: string;
          actor_id: string | null;
          at: string;
          event_id: number | null;
          id: number;
          kind: string;
          mail: "never" | "at_once" | "daily";
          mailed_at: string | null;
          on_screen: boolean;
          others: string[];
          pushed_at: string | null;
          read_at: string | null;
          record_id: string;
          record_type: string;
          user_id: string;
          what: string;
        };
        Insert: {
          about_id: string;
          actor_id?: string | null;
          at?: string;
          event_id?: number | null;
          id?: never;
          kind: string;
          mail: "never" | "at_once" | "daily";
          mailed_at?: string | null;
          on_screen?: boolean;
          others?: string[];
          pushed_at?: string | null;
          read_at?: string | null;
          record_id: string;
          record_type: string;
          user_id: string;
          what: string;
        };
        Update: {
          about_id?: string;
          actor_id?: string | null;
          at?: string;
          event_id?: number | null;
          id?: never;
          kind?: string;
          mail?: "never" | "at_once" | "daily";
          mailed_at?: string | null;
          on_screen?: boolean;
          others?: string[];
          pushed_at?: string | null;
          read_at?: string | null;
          record_id?: string;
          record_type?: string;
          user_id?: string;
          what?: string;
        };
        Relationships: [];
      };
      occupied: {
        Row: {
          calendar_id: string | null;
          during: string;
          entry_href: string | null;
          entry_uid: string | null;
          expires_at: string | null;
          form_key: string | null;
          id: string;
          kind: "meeting" | "reserved" | "block" | "calendar";
          late: boolean;
          meeting_id: string | null;
          network_key: string | null;
          ours: number;
          overlap_kept: boolean;
          page_id: string | null;
          staff_id: string;
          starts_at: string | null;
        };
        Insert: {
          calendar_id?: string | null;
          during: string;
          entry_href?: string | null;
          entry_uid?: string | null;
          expires_at?: string | null;
          form_key?: string | null;
          id?: string;
          kind: "meeting" | "reserved" | "block" | "calendar";
          late?: boolean;
          meeting_id?: string | null;
          network_key?: string | null;
          ours?: never;
          overlap_kept?: boolean;
          page_id?: string | null;
          staff_id: string;
          starts_at?: string | null;
        };
        Update: {
          calendar_id?: string | null;
          during?: string;
          entry_href?: string | null;
          entry_uid?: string | null;
          expires_at?: string | null;
          form_key?: string | null;
          id?: string;
          kind?: "meeting" | "reserved" | "block" | "calendar";
          late?: boolean;
          meeting_id?: string | null;
          network_key?: string | null;
          ours?: never;
          overlap_kept?: boolean;
          page_id?: string | null;
          staff_id?: string;
          starts_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "occupied_calendar_id_fkey";
            columns: ["calendar_id"];
            isOneToOne: false;
            referencedRelation: "calendars";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "occupied_meeting_id_fkey";
            columns: ["meeting_id"];
            isOneToOne: false;
            referencedRelation: "meetings";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "occupied_page_id_fkey";
            columns: ["page_id"];
            isOneToOne: false;
            referencedRelation: "booking_pages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "occupied_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      office: {
        Row: {
          changed_at: string | null;
          changed_by: string | null;
          closes_at: string;
          currency: string;
          id: boolean;
          opens_at: string;
          time_zone: string;
          work_days: number[];
        };
        Insert: {
          changed_at?: string | null;
          changed_by?: string | null;
          closes_at?: string;
          currency?: string;
          id?: boolean;
          opens_at?: string;
          time_zone?: string;
          work_days?: number[];
        };
        Update: {
          changed_at?: string | null;
          changed_by?: string | null;
          closes_at?: string;
          currency?: string;
          id?: boolean;
          opens_at?: string;
          time_zone?: string;
          work_days?: number[];
        };
        Relationships: [];
      };
      office_holidays: {
        Row: {
          day: string;
          name: string;
        };
        Insert: {
          day: string;
          name: string;
        };
        Update: {
          day?: string;
          name?: string;
        };
        Relationships: [];
      };
      outbox: {
        Row: {
          account_id: string | null;
          also_to: string[];
          ask_at: string | null;
          attachments: Json;
          attempts: number;
          body_html: string | null;
          body_text: string | null;
          cc: string[];
          channel: "email" | "slack" | "stripe" | "calendar" | "publish";
          class: "system" | "transactional" | "outreach";
          consent_purpose: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          deal_id: string | null;
          dedupe_key: string;
          delivered_at: string | null;
          despite: string | null;
          error_code: string | null;
          expires_at: string;
          finished_at: string | null;
          from_identity: string | null;
          gate_code: string | null;
          gate_detail: string | null;
          headers: Json;
          id: string;
          lease_by: string | null;
          lease_until: string | null;
          mail_data: Json | null;
          mail_kind: string | null;
          message_id: string | null;
          not_before: string;
          origin_id: string | null;
          origin_kind: string;
          phase: "claimed" | "handing_over" | null;
          provider: string | null;
          provider_id: string | null;
          released_at: string | null;
          released_by: string | null;
          secret: Json | null;
          sent_at: string | null;
          settled_at: string | null;
          settled_by: string | null;
          state:
            | "held"
            | "queued"
            | "sending"
            | "sent"
            | "delivered"
            | "bounced"
            | "complained"
            | "failed"
            | "uncertain"
            | "cancelled"
            | "expired"
            | "suppressed";
          subject: string | null;
          taken_at: string | null;
          to_address: string;
          to_key: string | null;
          unproved_address: boolean;
        };
        Insert: {
          account_id?: string | null;
          also_to?: string[];
          ask_at?: string | null;
          attachments?: Json;
          attempts?: number;
          body_html?: string | null;
          body_text?: string | null;
          cc?: string[];
          channel?: "email" | "slack" | "stripe" | "calendar" | "publish";
          class: "system" | "transactional" | "outreach";
          consent_purpose?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deal_id?: string | null;
          dedupe_key: string;
          delivered_at?: string | null;
          despite?: string | null;
          error_code?: string | null;
          expires_at?: string;
          finished_at?: string | null;
          from_identity?: string | null;
          gate_code?: string | null;
          gate_detail?: string | null;
          headers?: Json;
          id?: string;
          lease_by?: string | null;
          lease_until?: string | null;
          mail_data?: Json | null;
          mail_kind?: string | null;
          message_id?: string | null;
          not_before?: string;
          origin_id?: string | null;
          origin_kind: string;
          phase?: "claimed" | "handing_over" | null;
          provider?: string | null;
          provider_id?: string | null;
          released_at?: string | null;
          released_by?: string | null;
          secret?: Json | null;
          sent_at?: string | null;
          settled_at?: string | null;
          settled_by?: string | null;
          state?:
            | "held"
            | "queued"
            | "sending"
            | "sent"
            | "delivered"
            | "bounced"
            | "complained"
            | "failed"
            | "uncertain"
            | "cancelled"
            | "expired"
            | "suppressed";
          subject?: string | null;
          taken_at?: string | null;
          to_address: string;
          to_key?: never;
          unproved_address?: boolean;
        };
        Update: {
          account_id?: string | null;
          also_to?: string[];
          ask_at?: string | null;
          attachments?: Json;
          attempts?: number;
          body_html?: string | null;
          body_text?: string | null;
          cc?: string[];
          channel?: "email" | "slack" | "stripe" | "calendar" | "publish";
          class?: "system" | "transactional" | "outreach";
          consent_purpose?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deal_id?: string | null;
          dedupe_key?: string;
          delivered_at?: string | null;
          despite?: string | null;
          error_code?: string | null;
          expires_at?: string;
          finished_at?: string | null;
          from_identity?: string | null;
          gate_code?: string | null;
          gate_detail?: string | null;
          headers?: Json;
          id?: string;
          lease_by?: string | null;
          lease_until?: string | null;
          mail_data?: Json | null;
          mail_kind?: string | null;
          message_id?: string | null;
          not_before?: string;
          origin_id?: string | null;
          origin_kind?: string;
          phase?: "claimed" | "handing_over" | null;
          provider?: string | null;
          provider_id?: string | null;
          released_at?: string | null;
          released_by?: string | null;
          secret?: Json | null;
          sent_at?: string | null;
          settled_at?: string | null;
          settled_by?: string | null;
          state?:
            | "held"
            | "queued"
            | "sending"
            | "sent"
            | "delivered"
            | "bounced"
            | "complained"
            | "failed"
            | "uncertain"
            | "cancelled"
            | "expired"
            | "suppressed";
          subject?: string | null;
          taken_at?: string | null;
          to_address?: string;
          to_key?: never;
          unproved_address?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "outbox_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outbox_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outbox_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "outbox_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outbox_released_by_fkey";
            columns: ["released_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "outbox_settled_by_fkey";
            columns: ["settled_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      outbox_attempts: {
        Row: {
          no: number;
          outbox_id: string;
          phase: "claimed" | "handing_over" | "done";
          result: string | null;
          started_at: string;
        };
        Insert: {
          no: number;
          outbox_id: string;
          phase: "claimed" | "handing_over" | "done";
          result?: string | null;
          started_at?: string;
        };
        Update: {
          no?: number;
          outbox_id?: string;
          phase?: "claimed" | "handing_over" | "done";
          result?: string | null;
          started_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "outbox_attempts_outbox_id_fkey";
            columns: ["outbox_id"];
            isOneToOne: false;
            referencedRelation: "outbox";
            referencedColumns: ["id"];
          },
        ];
      };
      outbox_signatures: {
        Row: {
          updated_at: string;
          user_id: string;
          words: string;
        };
        Insert: {
          updated_at?: string;
          user_id: string;
          words: string;
        };
        Update: {
          updated_at?: string;
          user_id?: string;
          words?: string;
        };
        Relationships: [
          {
            foreignKeyName: "outbox_signatures_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: true;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      own_fields: {
        Row: {
          choices: string[];
          column_name: string;
          column_type: string;
          created_at: string;
          currency: string | null;
          default_value: Json | null;
          deleted_at: string | null;
          entity: "accounts" | "contacts" | "deals";
          help: string | null;
          id: string;
          is_listed: boolean;
          is_searchable: boolean;
          key: string;
          kind:
            | "text"
            | "long_text"
            | "number"
            | "money"
            | "day"
            | "yes_no"
            | "one_of"
            | "several_of"
            | "link"
            | "person"
            | "record";
          label: string;
          position: number;
          required_from: string | null;
          section: string | null;
          target: "accounts" | "contacts" | "deals" | null;
          updated_at: string;
        };
        Insert: {
          choices?: string[];
          column_name?: never;
          column_type?: never;
          created_at?: string;
          currency?: string | null;
          default_value?: Json | null;
          deleted_at?: string | null;
          entity: "accounts" | "contacts" | "deals";
          help?: string | null;
          id?: string;
          is_listed?: boolean;
          is_searchable?: boolean;
          key: string;
          kind:
            | "text"
            | "long_text"
            | "number"
            | "money"
            | "day"
            | "yes_no"
            | "one_of"
            | "several_of"
            | "link"
            | "person"
            | "record";
          label: string;
          position?: number;
          required_from?: string | null;
          section?: string | null;
          target?: "accounts" | "contacts" | "deals" | null;
          updated_at?: string;
        };
        Update: {
          choices?: string[];
          column_name?: never;
          column_type?: never;
          created_at?: string;
          currency?: string | null;
          default_value?: Json | null;
          deleted_at?: string | null;
          entity?: "accounts" | "contacts" | "deals";
          help?: string | null;
          id?: string;
          is_listed?: boolean;
          is_searchable?: boolean;
          key?: string;
          kind?:
            | "text"
            | "long_text"
            | "number"
            | "money"
            | "day"
            | "yes_no"
            | "one_of"
            | "several_of"
            | "link"
            | "person"
            | "record";
          label?: string;
          position?: number;
          required_from?: string | null;
          section?: string | null;
          target?: "accounts" | "contacts" | "deals" | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "own_fields_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
        ];
      };
      payment_checks: {
        Row: {
          at: string;
          id: string;
          seen: number;
          settled: Json;
          unknown: Json;
        };
        Insert: {
          at?: string;
          id?: string;
          seen: number;
          settled?: Json;
          unknown?: Json;
        };
        Update: {
          at?: string;
          id?: string;
          seen?: number;
          settled?: Json;
          unknown?: Json;
        };
        Relationships: [];
      };
      payment_requests: {
        Row: {
          account_id: string;
          amount_minor: number;
          cancel_reason: string | null;
          cancelled_on: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          currency: string;
          deal_id: string | null;
          dedupe_key: string | null;
          draft: Json | null;
          due_on: string;
          id: string;
          invoice_id: string | null;
          issued_on: string | null;
          number: string | null;
          proposal_id: string | null;
          reminded_on: string | null;
          reminders_on: boolean;
          reminders_sent: number;
          settled_on: string | null;
          settled_with_credit: boolean;
          state: "draft" | "open" | "cancelled";
          title: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          amount_minor: number;
          cancel_reason?: string | null;
          cancelled_on?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency: string;
          deal_id?: string | null;
          dedupe_key?: string | null;
          draft?: Json | null;
          due_on: string;
          id?: string;
          invoice_id?: string | null;
          issued_on?: string | null;
          number?: string | null;
          proposal_id?: string | null;
          reminded_on?: string | null;
          reminders_on?: boolean;
          reminders_sent?: number;
          settled_on?: string | null;
          settled_with_credit?: boolean;
          state?: "draft" | "open" | "cancelled";
          title: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          amount_minor?: number;
          cancel_reason?: string | null;
          cancelled_on?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          deal_id?: string | null;
          dedupe_key?: string | null;
          draft?: Json | null;
          due_on?: string;
          id?: string;
          invoice_id?: string | null;
          issued_on?: string | null;
          number?: string | null;
          proposal_id?: string | null;
          reminded_on?: string | null;
          reminders_on?: boolean;
          reminders_sent?: number;
          settled_on?: string | null;
          settled_with_credit?: boolean;
          state?: "draft" | "open" | "cancelled";
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "payment_requests_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payment_requests_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payment_requests_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "payment_requests_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "payment_requests_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payment_requests_invoice_id_fkey";
            columns: ["invoice_id"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payment_requests_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      payments: {
        Row: {
          amount_minor: number;
          corrects_id: string | null;
          created_at: string;
          currency: string;
          entered_by: string | null;
          id: string;
          kind: "payment" | "refund" | "dispute" | "correction";
          method: "stripe" | "bank" | "cash" | "other";
          provider: string | null;
          provider_id: string | null;
          received_on: string;
          reference: string | null;
          request_id: string | null;
          seat: "monthly" | "annual" | null;
        };
        Insert: {
          amount_minor: number;
          corrects_id?: string | null;
          created_at?: string;
          currency: string;
          entered_by?: string | null;
          id?: string;
          kind: "payment" | "refund" | "dispute" | "correction";
          method: "stripe" | "bank" | "cash" | "other";
          provider?: string | null;
          provider_id?: string | null;
          received_on: string;
          reference?: string | null;
          request_id?: string | null;
          seat?: "monthly" | "annual" | null;
        };
        Update: {
          amount_minor?: number;
          corrects_id?: string | null;
          created_at?: string;
          currency?: string;
          entered_by?: string | null;
          id?: string;
          kind?: "payment" | "refund" | "dispute" | "correction";
          method?: "stripe" | "bank" | "cash" | "other";
          provider?: string | null;
          provider_id?: string | null;
          received_on?: string;
          reference?: string | null;
          request_id?: string | null;
          seat?: "monthly" | "annual" | null;
        };
        Relationships: [
          {
            foreignKeyName: "payments_corrects_id_fkey";
            columns: ["corrects_id"];
            isOneToOne: false;
            referencedRelation: "payments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payments_entered_by_fkey";
            columns: ["entered_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "payments_request_id_fkey";
            columns: ["request_id"];
            isOneToOne: false;
            referencedRelation: "payment_requests";
            referencedColumns: ["id"];
          },
        ];
      };
      proposal_decisions: {
        Row: {
          chosen: number[];
          consent_text: string | null;
          content: Json | null;
          content_sha256: string;
          decided_at: string;
          deposit_minor: number;
          email: string | null;
          ip: string | null;
          kind: "accepted" | "declined";
          link_id: string | null;
          payment_request_id: string | null;
          proposal_id: string;
          quantities: Json;
          reason: string | null;
          total_minor: number;
          typed_name: string | null;
          user_agent: string | null;
          version_id: string;
        };
        Insert: {
          chosen?: number[];
          consent_text?: string | null;
          content?: Json | null;
          content_sha256: string;
          decided_at: string;
          deposit_minor: number;
          email?: string | null;
          ip?: string | null;
          kind: "accepted" | "declined";
          link_id?: string | null;
          payment_request_id?: string | null;
          proposal_id: string;
          quantities?: Json;
          reason?: string | null;
          total_minor: number;
          typed_name?: string | null;
          user_agent?: string | null;
          version_id: string;
        };
        Update: {
          chosen?: number[];
          consent_text?: string | null;
          content?: Json | null;
          content_sha256?: string;
          decided_at?: string;
          deposit_minor?: number;
          email?: string | null;
          ip?: string | null;
          kind?: "accepted" | "declined";
          link_id?: string | null;
          payment_request_id?: string | null;
          proposal_id?: string;
          quantities?: Json;
          reason?: string | null;
          total_minor?: number;
          typed_name?: string | null;
          user_agent?: string | null;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_decisions_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: true;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "proposal_decisions_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "proposal_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      proposal_events: {
        Row: {
          at: string;
          data: Json;
          hash: string;
          id: number;
          kind: string;
          no: number;
          prev_hash: string;
          proposal_id: string;
        };
        Insert: {
          at: string;
          data?: Json;
          hash: string;
          id?: never;
          kind: string;
          no: number;
          prev_hash: string;
          proposal_id: string;
        };
        Update: {
          at?: string;
          data?: Json;
          hash?: string;
          id?: never;
          kind?: string;
          no?: number;
          prev_hash?: string;
          proposal_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_events_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      proposal_items: {
        Row: {
          description: string;
          discount_bp: number;
          every_months: number | null;
          group_key: string | null;
          id: string;
          optional: boolean;
          position: number;
          price_missing: boolean;
          qty_max_milli: number | null;
          qty_min_milli: number | null;
          quantity_milli: number;
          selected: boolean;
          service_id: string | null;
          tax_bp: number;
          tax_class_id: string | null;
          taxes: Json | null;
          title: string;
          unit: string;
          unit_minor: number;
          version_id: string;
        };
        Insert: {
          description?: string;
          discount_bp?: number;
          every_months?: number | null;
          group_key?: string | null;
          id?: string;
          optional?: boolean;
          position: number;
          price_missing?: boolean;
          qty_max_milli?: number | null;
          qty_min_milli?: number | null;
          quantity_milli?: number;
          selected?: boolean;
          service_id?: string | null;
          tax_bp?: number;
          tax_class_id?: string | null;
          taxes?: Json | null;
          title: string;
          unit?: string;
          unit_minor?: number;
          version_id: string;
        };
        Update: {
          description?: string;
          discount_bp?: number;
          every_months?: number | null;
          group_key?: string | null;
          id?: string;
          optional?: boolean;
          position?: number;
          price_missing?: boolean;
          qty_max_milli?: number | null;
          qty_min_milli?: number | null;
          quantity_milli?: number;
          selected?: boolean;
          service_id?: string | null;
          tax_bp?: number;
          tax_class_id?: string | null;
          taxes?: Json | null;
          title?: string;
          unit?: string;
          unit_minor?: number;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_items_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "proposal_items_tax_class_id_fkey";
            columns: ["tax_class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "proposal_items_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "proposal_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      proposal_schedule: {
        Row: {
          amount_minor: number | null;
          due: "accepted" | "day" | "days_after" | "milestone";
          due_days: number | null;
          due_on: string | null;
          is_rest: boolean;
          label: string;
          no: number;
          share_bp: number | null;
          version_id: string;
        };
        Insert: {
          amount_minor?: number | null;
          due: "accepted" | "day" | "days_after" | "milestone";
          due_days?: number | null;
          due_on?: string | null;
          is_rest?: boolean;
          label: string;
          no: number;
          share_bp?: number | null;
          version_id: string;
        };
        Update: {
          amount_minor?: number | null;
          due?: "accepted" | "day" | "days_after" | "milestone";
          due_days?: number | null;
          due_on?: string | null;
          is_rest?: boolean;
          label?: string;
          no?: number;
          share_bp?: number | null;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_schedule_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "proposal_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      proposal_template_versions: {
        Row: {
          created_at: string;
          created_by: string | null;
          currency: string | null;
          deposit_bp: number;
          groups: Json;
          intro: string;
          items: Json;
          no: number;
          payment_days: number;
          schedule: Json;
          sections: Json;
          template_id: string;
          terms: string;
          title: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          currency?: string | null;
          deposit_bp?: number;
          groups?: Json;
          intro?: string;
          items?: Json;
          no: number;
          payment_days?: number;
          schedule?: Json;
          sections?: Json;
          template_id: string;
          terms?: string;
          title?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          currency?: string | null;
          deposit_bp?: number;
          groups?: Json;
          intro?: string;
          items?: Json;
          no?: number;
          payment_days?: number;
          schedule?: Json;
          sections?: Json;
          template_id?: string;
          terms?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_template_versions_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "proposal_template_versions_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "proposal_template_versions_template_id_fkey";
            columns: ["template_id"];
            isOneToOne: false;
            referencedRelation: "proposal_templates";
            referencedColumns: ["id"];
          },
        ];
      };
      proposal_templates: {
        Row: {
          archived_at: string | null;
          created_at: string;
          created_by: string | null;
          current_version: number;
          id: string;
          name: string;
          updated_at: string;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          current_version?: number;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          current_version?: number;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_templates_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      proposal_versions: {
        Row: {
          body: string;
          consent_text: string;
          content: Json | null;
          content_sha256: string | null;
          created_at: string;
          created_by: string | null;
          dates: Json;
          deposit_bp: number;
          deposit_minor: number;
          discount_bp: number;
          discount_minor: number;
          format: number;
          groups: Json;
          id: string;
          intro: string;
          no: number;
          payment_days: number;
          proposal_id: string;
          sent_as: Json | null;
          sent_at: string | null;
          subtotal_minor: number;
          tax_minor: number;
          tax_note: string;
          terms: string;
          title: string;
          total_minor: number;
        };
        Insert: {
          body?: string;
          consent_text: string;
          content?: Json | null;
          content_sha256?: string | null;
          created_at?: string;
          created_by?: string | null;
          dates?: Json;
          deposit_bp?: number;
          deposit_minor?: number;
          discount_bp?: number;
          discount_minor?: number;
          format?: number;
          groups?: Json;
          id?: string;
          intro?: string;
          no: number;
          payment_days?: number;
          proposal_id: string;
          sent_as?: Json | null;
          sent_at?: string | null;
          subtotal_minor?: number;
          tax_minor?: number;
          tax_note?: string;
          terms?: string;
          title?: string;
          total_minor?: number;
        };
        Update: {
          body?: string;
          consent_text?: string;
          content?: Json | null;
          content_sha256?: string | null;
          created_at?: string;
          created_by?: string | null;
          dates?: Json;
          deposit_bp?: number;
          deposit_minor?: number;
          discount_bp?: number;
          discount_minor?: number;
          format?: number;
          groups?: Json;
          id?: string;
          intro?: string;
          no?: number;
          payment_days?: number;
          proposal_id?: string;
          sent_as?: Json | null;
          sent_at?: string | null;
          subtotal_minor?: number;
          tax_minor?: number;
          tax_note?: string;
          terms?: string;
          title?: string;
          total_minor?: number;
        };
        Relationships: [
          {
            foreignKeyName: "proposal_versions_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "proposal_versions_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      proposals: {
        Row: {
          account_id: string;
          anonymised_at: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          currency: string;
          current_version: number;
          deal_id: string | null;
          decided_at: string | null;
          id: string;
          number: string;
          owner_id: string | null;
          refers_to: string | null;
          state: "draft" | "sent" | "viewed" | "accepted" | "declined" | "withdrawn";
          timezone: string;
          updated_at: string;
          valid_until: string | null;
        };
        Insert: {
          account_id: string;
          anonymised_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency: string;
          current_version?: number;
          deal_id?: string | null;
          decided_at?: string | null;
          id?: string;
          number: string;
          owner_id?: string | null;
          refers_to?: string | null;
          state?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "withdrawn";
          timezone: string;
          updated_at?: string;
          valid_until?: string | null;
        };
        Update: {
          account_id?: string;
          anonymised_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          current_version?: number;
          deal_id?: string | null;
          decided_at?: string | null;
          id?: string;
          number?: string;
          owner_id?: string | null;
          refers_to?: string | null;
          state?: "draft" | "sent" | "viewed" | "accepted" | "declined" | "withdrawn";
          timezone?: string;
          updated_at?: string;
          valid_until?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "proposals_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "proposals_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "proposals_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "proposals_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "proposals_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "proposals_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "proposals_refers_to_fkey";
            columns: ["refers_to"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      rate_settings: {
        Row: {
          asked_at: string | null;
          fetched_on: string | null;
          fetches: boolean;
          id: boolean;
          trouble: string | null;
        };
        Insert: {
          asked_at?: string | null;
          fetched_on?: string | null;
          fetches?: boolean;
          id?: boolean;
          trouble?: string | null;
        };
        Update: {
          asked_at?: string | null;
          fetched_on?: string | null;
          fetches?: boolean;
          id?: boolean;
          trouble?: string | null;
        };
        Relationships: [];
      };
      relationship_settings: {
        Row: {
          built_to: string | null;
          half_life: number;
          live_at: string | null;
          made_at: string;
          made_by: string | null;
          reads_signatures: boolean;
          state: "building" | "live" | "old";
          version: number;
          weights: Json;
        };
        Insert: {
          built_to?: string | null;
          half_life: number;
          live_at?: string | null;
          made_at?: string;
          made_by?: string | null;
          reads_signatures?: boolean;
          state?: "building" | "live" | "old";
          version: number;
          weights: Json;
        };
        Update: {
          built_to?: string | null;
          half_life?: number;
          live_at?: string | null;
          made_at?: string;
          made_by?: string | null;
          reads_signatures?: boolean;
          state?: "building" | "live" | "old";
          version?: number;
          weights?: Json;
        };
        Relationships: [
          {
            foreignKeyName: "relationship_settings_made_by_fkey";
            columns: ["made_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      request_reductions: {
        Row: {
          amount_minor: number;
          credit_id: string;
          id: string;
          lowered_on: string;
          request_id: string;
        };
        Insert: {
          amount_minor: number;
          credit_id: string;
          id?: string;
          lowered_on: string;
          request_id: string;
        };
        Update: {
          amount_minor?: number;
          credit_id?: string;
          id?: string;
          lowered_on?: string;
          request_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "request_reductions_credit_id_fkey";
            columns: ["credit_id"];
            isOneToOne: false;
            referencedRelation: "invoices";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "request_reductions_request_id_fkey";
            columns: ["request_id"];
            isOneToOne: false;
            referencedRelation: "payment_requests";
            referencedColumns: ["id"];
          },
        ];
      };
      retainer_pauses: {
        Row: {
          during: string;
          retainer_id: string;
          why: string;
        };
        Insert: {
          during: string;
          retainer_id: string;
          why?: string;
        };
        Update: {
          during?: string;
          retainer_id?: string;
          why?: string;
        };
        Relationships: [
          {
            foreignKeyName: "retainer_pauses_retainer_id_fkey";
            columns: ["retainer_id"];
            isOneToOne: false;
            referencedRelation: "retainers";
            referencedColumns: ["id"];
          },
        ];
      };
      retainer_periods: {
        Row: {
          credited_on: string | null;
          ends_on: string;
          invoice_id: string | null;
          lines: Json;
          made_at: string;
          net_minor: number;
          result: "planned" | "invoiced" | "skipped";
          retainer_id: string;
          starts_on: string;
          why: string | null;
        };
        Insert: {
          credited_on?: string | null;
          ends_on: string;
          invoice_id?: string | null;
          lines?: Json;
          made_at?: string;
          net_minor?: number;
          result: "planned" | "invoiced" | "skipped";
          retainer_id: string;
          starts_on: string;
          why?: string | null;
        };
        Update: {
          credited_on?: string | null;
          ends_on?: string;
          invoice_id?: string | null;
          lines?: Json;
          made_at?: string;
          net_minor?: number;
          result?: "planned" | "invoiced" | "skipped";
          retainer_id?: string;
          starts_on?: string;
          why?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "retainer_periods_retainer_id_fkey";
            columns: ["retainer_id"];
            isOneToOne: false;
            referencedRelation: "retainers";
            referencedColumns: ["id"];
          },
        ];
      };
      retainer_prices: {
        Row: {
          from_on: string;
          lines: Json;
          retainer_id: string;
        };
        Insert: {
          from_on: string;
          lines: Json;
          retainer_id: string;
        };
        Update: {
          from_on?: string;
          lines?: Json;
          retainer_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "retainer_prices_retainer_id_fkey";
            columns: ["retainer_id"];
            isOneToOne: false;
            referencedRelation: "retainers";
            referencedColumns: ["id"];
          },
        ];
      };
      retainers: {
        Row: {
          account_id: string;
          anchor_on: string;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          currency: string;
          ends_on: string | null;
          every_months: number;
          id: string;
          mode: "draft" | "issue" | "issue_and_send";
          next_due_on: string | null;
          owner_id: string | null;
          proposal_id: string | null;
          starts_on: string;
          state: "draft" | "active" | "paused" | "ended";
          timing: "advance" | "arrears";
          title: string;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          anchor_on: string;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency: string;
          ends_on?: string | null;
          every_months: number;
          id?: string;
          mode?: "draft" | "issue" | "issue_and_send";
          next_due_on?: string | null;
          owner_id?: string | null;
          proposal_id?: string | null;
          starts_on: string;
          state?: "draft" | "active" | "paused" | "ended";
          timing?: "advance" | "arrears";
          title: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          anchor_on?: string;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          ends_on?: string | null;
          every_months?: number;
          id?: string;
          mode?: "draft" | "issue" | "issue_and_send";
          next_due_on?: string | null;
          owner_id?: string | null;
          proposal_id?: string | null;
          starts_on?: string;
          state?: "draft" | "active" | "paused" | "ended";
          timing?: "advance" | "arrears";
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "retainers_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "retainers_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "retainers_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "retainers_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "retainers_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "retainers_proposal_id_fkey";
            columns: ["proposal_id"];
            isOneToOne: false;
            referencedRelation: "proposals";
            referencedColumns: ["id"];
          },
        ];
      };
      role_grants: {
        Row: {
          action: "read" | "add" | "edit" | "delete" | "send" | "money" | "export";
          area: string;
          role_id: string;
        };
        Insert: {
          action: "read" | "add" | "edit" | "delete" | "send" | "money" | "export";
          area: string;
          role_id: string;
        };
        Update: {
          action?: "read" | "add" | "edit" | "delete" | "send" | "money" | "export";
          area?: string;
          role_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "role_grants_role_id_fkey";
            columns: ["role_id"];
            isOneToOne: false;
            referencedRelation: "roles";
            referencedColumns: ["id"];
          },
        ];
      };
      roles: {
        Row: {
          asks_second_factor: boolean;
          created_at: string;
          id: string;
          key: string;
          name: string;
          preset: boolean;
          updated_at: string;
        };
        Insert: {
          asks_second_factor?: boolean;
          created_at?: string;
          id?: string;
          key: string;
          name: string;
          preset?: boolean;
          updated_at?: string;
        };
        Update: {
          asks_second_factor?: boolean;
          created_at?: string;
          id?: string;
          key?: string;
          name?: string;
          preset?: boolean;
          updated_at?: string;
        };
        Relationships: [];
      };
      seller_accounts: {
        Row: {
          account: string;
          bank: string | null;
          bic: string | null;
          currency: string;
          holder: string;
        };
        Insert: {
          account: string;
          bank?: string | null;
          bic?: string | null;
          currency: string;
          holder: string;
        };
        Update: {
          account?: string;
          bank?: string | null;
          bic?: string | null;
          currency?: string;
          holder?: string;
        };
        Relationships: [
          {
            foreignKeyName: "seller_accounts_currency_fkey";
            columns: ["currency"];
            isOneToOne: true;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
        ];
      };
      seller_versions: {
        Row: {
          no: number;
          seller: Json;
          sha256: string;
          since: string;
        };
        Insert: {
          no?: never;
          seller: Json;
          sha256: string;
          since?: string;
        };
        Update: {
          no?: never;
          seller?: Json;
          sha256?: string;
          since?: string;
        };
        Relationships: [];
      };
      sequence_settings: {
        Row: {
          domain_cap: number;
          id: boolean;
          one_at_a_time: boolean;
          stop_whole_account: boolean;
        };
        Insert: {
          domain_cap?: number;
          id?: boolean;
          one_at_a_time?: boolean;
          stop_whole_account?: boolean;
        };
        Update: {
          domain_cap?: number;
          id?: boolean;
          one_at_a_time?: boolean;
          stop_whole_account?: boolean;
        };
        Relationships: [];
      };
      sequence_steps: {
        Row: {
          delay_business: boolean;
          delay_days: number;
          delay_minutes: number;
          kind: "mail" | "task";
          no: number;
          same_thread: boolean;
          sequence_id: string;
          task_title: string | null;
          template_version_id: string | null;
          version: number;
          wait_for_task: boolean;
        };
        Insert: {
          delay_business?: boolean;
          delay_days?: number;
          delay_minutes?: number;
          kind: "mail" | "task";
          no: number;
          same_thread?: boolean;
          sequence_id: string;
          task_title?: string | null;
          template_version_id?: string | null;
          version: number;
          wait_for_task?: boolean;
        };
        Update: {
          delay_business?: boolean;
          delay_days?: number;
          delay_minutes?: number;
          kind?: "mail" | "task";
          no?: number;
          same_thread?: boolean;
          sequence_id?: string;
          task_title?: string | null;
          template_version_id?: string | null;
          version?: number;
          wait_for_task?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "sequence_steps_sequence_id_fkey";
            columns: ["sequence_id"];
            isOneToOne: false;
            referencedRelation: "sequences";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "sequence_steps_template_version_id_fkey";
            columns: ["template_version_id"];
            isOneToOne: false;
            referencedRelation: "mail_template_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      sequences: {
        Row: {
          about: string | null;
          created_at: string;
          current_version: number | null;
          daily_cap: number;
          from_identity: string | null;
          holidays: string[];
          id: string;
          name: string;
          owner_id: string | null;
          status: "draft" | "active" | "paused" | "archived";
          timezone: string;
          updated_at: string;
          weekdays: number[];
          window_end: string;
          window_start: string;
        };
        Insert: {
          about?: string | null;
          created_at?: string;
          current_version?: number | null;
          daily_cap?: number;
          from_identity?: string | null;
          holidays?: string[];
          id?: string;
          name: string;
          owner_id?: string | null;
          status?: "draft" | "active" | "paused" | "archived";
          timezone: string;
          updated_at?: string;
          weekdays?: number[];
          window_end?: string;
          window_start?: string;
        };
        Update: {
          about?: string | null;
          created_at?: string;
          current_version?: number | null;
          daily_cap?: number;
          from_identity?: string | null;
          holidays?: string[];
          id?: string;
          name?: string;
          owner_id?: string | null;
          status?: "draft" | "active" | "paused" | "archived";
          timezone?: string;
          updated_at?: string;
          weekdays?: number[];
          window_end?: string;
          window_start?: string;
        };
        Relationships: [
          {
            foreignKeyName: "sequences_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      service_prices: {
        Row: {
          created_at: string;
          created_by: string | null;
          currency: string;
          from_on: string;
          service_id: string;
          unit_minor: number;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          currency: string;
          from_on: string;
          service_id: string;
          unit_minor: number;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          from_on?: string;
          service_id?: string;
          unit_minor?: number;
        };
        Relationships: [
          {
            foreignKeyName: "service_prices_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "service_prices_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "service_prices_service_id_fkey";
            columns: ["service_id"];
            isOneToOne: false;
            referencedRelation: "services";
            referencedColumns: ["id"];
          },
        ];
      };
      services: {
        Row: {
          archived_at: string | null;
          code: string;
          created_at: string;
          currency: string | null;
          description: string | null;
          every_months: number | null;
          from_on: string | null;
          id: string;
          name: string;
          service_line: string | null;
          tax_class_id: string | null;
          unit: string | null;
          unit_code: string;
          unit_minor: number | null;
          updated_at: string;
        };
        Insert: {
          archived_at?: string | null;
          code: string;
          created_at?: string;
          currency?: string | null;
          description?: string | null;
          every_months?: number | null;
          from_on?: string | null;
          id?: string;
          name: string;
          service_line?: string | null;
          tax_class_id?: string | null;
          unit?: string | null;
          unit_code?: string;
          unit_minor?: number | null;
          updated_at?: string;
        };
        Update: {
          archived_at?: string | null;
          code?: string;
          created_at?: string;
          currency?: string | null;
          description?: string | null;
          every_months?: number | null;
          from_on?: string | null;
          id?: string;
          name?: string;
          service_line?: string | null;
          tax_class_id?: string | null;
          unit?: string | null;
          unit_code?: string;
          unit_minor?: number | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "services_currency_fkey";
            columns: ["currency"];
            isOneToOne: false;
            referencedRelation: "currencies";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "services_tax_class_id_fkey";
            columns: ["tax_class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
        ];
      };
      share_settings: {
        Row: {
          allow_download: boolean;
          ask_name: boolean;
          created_at: string;
          created_by: string | null;
          document_id: string;
          link_id: string;
          max_views: number | null;
          message: string | null;
          version_id: string | null;
        };
        Insert: {
          allow_download?: boolean;
          ask_name?: boolean;
          created_at?: string;
          created_by?: string | null;
          document_id: string;
          link_id: string;
          max_views?: number | null;
          message?: string | null;
          version_id?: string | null;
        };
        Update: {
          allow_download?: boolean;
          ask_name?: boolean;
          created_at?: string;
          created_by?: string | null;
          document_id?: string;
          link_id?: string;
          max_views?: number | null;
          message?: string | null;
          version_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "share_settings_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "share_settings_document_id_fkey";
            columns: ["document_id"];
            isOneToOne: false;
            referencedRelation: "documents";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "share_settings_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "document_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      share_views: {
        Row: {
          at: string;
          grant_hash: string | null;
          id: number;
          kind: "fetched" | "viewed" | "downloaded";
          link_id: string;
          name: string | null;
          network: string;
          version_id: string | null;
        };
        Insert: {
          at?: string;
          grant_hash?: string | null;
          id?: never;
          kind: "fetched" | "viewed" | "downloaded";
          link_id: string;
          name?: string | null;
          network: string;
          version_id?: string | null;
        };
        Update: {
          at?: string;
          grant_hash?: string | null;
          id?: never;
          kind?: "fetched" | "viewed" | "downloaded";
          link_id?: string;
          name?: string | null;
          network?: string;
          version_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "share_views_link_id_fkey";
            columns: ["link_id"];
            isOneToOne: false;
            referencedRelation: "share_settings";
            referencedColumns: ["link_id"];
          },
          {
            foreignKeyName: "share_views_version_id_fkey";
            columns: ["version_id"];
            isOneToOne: false;
            referencedRelation: "document_versions";
            referencedColumns: ["id"];
          },
        ];
      };
      skipped_steps: {
        Row: {
          skipped_at: string;
          skipped_by: string | null;
          step: "you" | "firm" | "office" | "modules" | "mail" | "publishing" | "team" | "all";
        };
        Insert: {
          skipped_at?: string;
          skipped_by?: string | null;
          step: "you" | "firm" | "office" | "modules" | "mail" | "publishing" | "team" | "all";
        };
        Update: {
          skipped_at?: string;
          skipped_by?: string | null;
          step?: "you" | "firm" | "office" | "modules" | "mail" | "publishing" | "team" | "all";
        };
        Relationships: [];
      };
      staff: {
        Row: {
          active: boolean;
          created_at: string;
          id: string | null;
          left_at: string | null;
          left_roles: string[] | null;
          name: string;
          picture: string | null;
          user_id: string;
        };
        Insert: {
          active?: boolean;
          created_at?: string;
          id?: never;
          left_at?: string | null;
          left_roles?: string[] | null;
          name?: string;
          picture?: string | null;
          user_id: string;
        };
        Update: {
          active?: boolean;
          created_at?: string;
          id?: never;
          left_at?: string | null;
          left_roles?: string[] | null;
          name?: string;
          picture?: string | null;
          user_id?: string;
        };
        Relationships: [];
      };
      step_runs: {
        Row: {
          done_at: string | null;
          enrolment_id: string;
          left_before_stop: boolean;
          outbox_id: string | null;
          planned_at: string;
          step_no: number;
          task_id: string | null;
        };
        Insert: {
          done_at?: string | null;
          enrolment_id: string;
          left_before_stop?: boolean;
          outbox_id?: string | null;
          planned_at: string;
          step_no: number;
          task_id?: string | null;
        };
        Update: {
          done_at?: string | null;
          enrolment_id?: string;
          left_before_stop?: boolean;
          outbox_id?: string | null;
          planned_at?: string;
          step_no?: number;
          task_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "step_runs_enrolment_id_fkey";
            columns: ["enrolment_id"];
            isOneToOne: false;
            referencedRelation: "enrolments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "step_runs_outbox_id_fkey";
            columns: ["outbox_id"];
            isOneToOne: false;
            referencedRelation: "outbox";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "step_runs_task_id_fkey";
            columns: ["task_id"];
            isOneToOne: false;
            referencedRelation: "tasks";
            referencedColumns: ["id"];
          },
        ];
      };
      subjects: {
        Row: {
          archived_at: string | null;
          is_default: boolean;
          key: string;
          label: string;
          makes_deal: boolean;
          owner_id: string | null;
          service_line: string;
          sort: number;
          stage_id: string | null;
          task_title: string;
        };
        Insert: {
          archived_at?: string | null;
          is_default?: boolean;
          key: string;
          label: string;
          makes_deal?: boolean;
          owner_id?: string | null;
          service_line?: string;
          sort: number;
          stage_id?: string | null;
          task_title?: string;
        };
        Update: {
          archived_at?: string | null;
          is_default?: boolean;
          key?: string;
          label?: string;
          makes_deal?: boolean;
          owner_id?: string | null;
          service_line?: string;
          sort?: number;
          stage_id?: string | null;
          task_title?: string;
        };
        Relationships: [
          {
            foreignKeyName: "subjects_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "subjects_stage_id_fkey";
            columns: ["stage_id"];
            isOneToOne: false;
            referencedRelation: "deal_stages";
            referencedColumns: ["id"];
          },
        ];
      };
      suggestions: {
        Row: {
          decided_at: string | null;
          decided_by: string | null;
          detail: string;
          evidence: Json;
          found_at: string;
          id: string;
          kind:
            | "same_person"
            | "other_company"
            | "know_each_other"
            | "new_contact"
            | "further_address"
            | "two_companies"
            | "job_change"
            | "introduced";
          one_id: string;
          other_id: string;
          revision: number;
          rule: string;
          state: "open" | "accepted" | "refused" | "gone";
        };
        Insert: {
          decided_at?: string | null;
          decided_by?: string | null;
          detail?: string;
          evidence?: Json;
          found_at?: string;
          id?: string;
          kind:
            | "same_person"
            | "other_company"
            | "know_each_other"
            | "new_contact"
            | "further_address"
            | "two_companies"
            | "job_change"
            | "introduced";
          one_id: string;
          other_id?: string;
          revision?: number;
          rule: string;
          state?: "open" | "accepted" | "refused" | "gone";
        };
        Update: {
          decided_at?: string | null;
          decided_by?: string | null;
          detail?: string;
          evidence?: Json;
          found_at?: string;
          id?: string;
          kind?:
            | "same_person"
            | "other_company"
            | "know_each_other"
            | "new_contact"
            | "further_address"
            | "two_companies"
            | "job_change"
            | "introduced";
          one_id?: string;
          other_id?: string;
          revision?: number;
          rule?: string;
          state?: "open" | "accepted" | "refused" | "gone";
        };
        Relationships: [
          {
            foreignKeyName: "suggestions_decided_by_fkey";
            columns: ["decided_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      suppressions: {
        Row: {
          address: string | null;
          created_at: string;
          id: string;
          key_hmac: string;
          lifted_at: string | null;
          lifted_by: string | null;
          lifted_why: string | null;
          reason: "unsubscribe" | "hard_bounce" | "complaint" | "manual";
          scope: "outreach" | "all";
          source_event: string | null;
        };
        Insert: {
          address?: string | null;
          created_at?: string;
          id?: string;
          key_hmac: string;
          lifted_at?: string | null;
          lifted_by?: string | null;
          lifted_why?: string | null;
          reason: "unsubscribe" | "hard_bounce" | "complaint" | "manual";
          scope: "outreach" | "all";
          source_event?: string | null;
        };
        Update: {
          address?: string | null;
          created_at?: string;
          id?: string;
          key_hmac?: string;
          lifted_at?: string | null;
          lifted_by?: string | null;
          lifted_why?: string | null;
          reason?: "unsubscribe" | "hard_bounce" | "complaint" | "manual";
          scope?: "outreach" | "all";
          source_event?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "suppressions_lifted_by_fkey";
            columns: ["lifted_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      taggings: {
        Row: {
          record_id: string;
          record_type: string;
          tag_id: string;
        };
        Insert: {
          record_id: string;
          record_type: string;
          tag_id: string;
        };
        Update: {
          record_id?: string;
          record_type?: string;
          tag_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "taggings_tag_id_fkey";
            columns: ["tag_id"];
            isOneToOne: false;
            referencedRelation: "tags";
            referencedColumns: ["id"];
          },
        ];
      };
      tags: {
        Row: {
          color: "plain" | "gray" | "green" | "blue" | "orange" | "red";
          created_at: string;
          id: string;
          name: string;
          updated_at: string;
        };
        Insert: {
          color?: "plain" | "gray" | "green" | "blue" | "orange" | "red";
          created_at?: string;
          id?: string;
          name: string;
          updated_at?: string;
        };
        Update: {
          color?: "plain" | "gray" | "green" | "blue" | "orange" | "red";
          created_at?: string;
          id?: string;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      talks: {
        Row: {
          contact_id: string;
          day: string;
          id: string;
          made_at: string;
          note_id: string | null;
          staff_id: string;
        };
        Insert: {
          contact_id: string;
          day: string;
          id?: string;
          made_at?: string;
          note_id?: string | null;
          staff_id: string;
        };
        Update: {
          contact_id?: string;
          day?: string;
          id?: string;
          made_at?: string;
          note_id?: string | null;
          staff_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "talks_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "talks_note_id_fkey";
            columns: ["note_id"];
            isOneToOne: false;
            referencedRelation: "notes";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "talks_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      tasks: {
        Row: {
          account_id: string | null;
          assignee_id: string | null;
          contact_id: string | null;
          created_at: string;
          created_by: string | null;
          deal_id: string | null;
          done_at: string | null;
          done_by: string | null;
          due_at: string | null;
          due_on: string | null;
          id: string;
          inquiry_id: string | null;
          kind: "reply" | "call" | "mail" | "meeting" | "todo";
          notes: string | null;
          priority: "low" | "medium" | "high";
          remind_at: string | null;
          source: string;
          title: string;
          updated_at: string;
        };
        Insert: {
          account_id?: string | null;
          assignee_id?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deal_id?: string | null;
          done_at?: string | null;
          done_by?: string | null;
          due_at?: string | null;
          due_on?: string | null;
          id?: string;
          inquiry_id?: string | null;
          kind?: "reply" | "call" | "mail" | "meeting" | "todo";
          notes?: string | null;
          priority?: "low" | "medium" | "high";
          remind_at?: string | null;
          source?: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          account_id?: string | null;
          assignee_id?: string | null;
          contact_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deal_id?: string | null;
          done_at?: string | null;
          done_by?: string | null;
          due_at?: string | null;
          due_on?: string | null;
          id?: string;
          inquiry_id?: string | null;
          kind?: "reply" | "call" | "mail" | "meeting" | "todo";
          notes?: string | null;
          priority?: "low" | "medium" | "high";
          remind_at?: string | null;
          source?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "tasks_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "accounts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tasks_assignee_id_fkey";
            columns: ["assignee_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "tasks_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tasks_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "tasks_deal_id_fkey";
            columns: ["deal_id"];
            isOneToOne: false;
            referencedRelation: "deals";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tasks_done_by_fkey";
            columns: ["done_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "tasks_inquiry_id_fkey";
            columns: ["inquiry_id"];
            isOneToOne: false;
            referencedRelation: "inquiries";
            referencedColumns: ["id"];
          },
        ];
      };
      tax_classes: {
        Row: {
          archived_at: string | null;
          created_at: string;
          id: string;
          is_default: boolean;
          name: string;
        };
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          is_default?: boolean;
          name: string;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          is_default?: boolean;
          name?: string;
        };
        Relationships: [];
      };
      tax_rules: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          class_id: string;
          from_on: string;
          parts: Json;
          place: "home" | "eu_business" | "eu_consumer" | "outside";
        };
        Insert: {
          changed_at?: string;
          changed_by?: string | null;
          class_id: string;
          from_on: string;
          parts: Json;
          place: "home" | "eu_business" | "eu_consumer" | "outside";
        };
        Update: {
          changed_at?: string;
          changed_by?: string | null;
          class_id?: string;
          from_on?: string;
          parts?: Json;
          place?: "home" | "eu_business" | "eu_consumer" | "outside";
        };
        Relationships: [
          {
            foreignKeyName: "tax_rules_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "tax_rules_class_id_fkey";
            columns: ["class_id"];
            isOneToOne: false;
            referencedRelation: "tax_classes";
            referencedColumns: ["id"];
          },
        ];
      };
      tie_snoozes: {
        Row: {
          contact_id: string;
          made_by: string | null;
          staff_id: string;
          until_on: string;
        };
        Insert: {
          contact_id: string;
          made_by?: string | null;
          staff_id: string;
          until_on: string;
        };
        Update: {
          contact_id?: string;
          made_by?: string | null;
          staff_id?: string;
          until_on?: string;
        };
        Relationships: [
          {
            foreignKeyName: "tie_snoozes_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "tie_snoozes_made_by_fkey";
            columns: ["made_by"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
          {
            foreignKeyName: "tie_snoozes_staff_id_fkey";
            columns: ["staff_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
      user_roles: {
        Row: {
          created_at: string;
          role: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          role: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "role is one of the roles";
            columns: ["role"];
            isOneToOne: false;
            referencedRelation: "roles";
            referencedColumns: ["key"];
          },
        ];
      };
      views: {
        Row: {
          created_at: string;
          definition: Json;
          entity: string;
          id: string;
          is_default: boolean;
          name: string;
          owner_id: string;
          shared: boolean;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          definition: Json;
          entity: string;
          id?: string;
          is_default?: boolean;
          name: string;
          owner_id?: string;
          shared?: boolean;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          definition?: Json;
          entity?: string;
          id?: string;
          is_default?: boolean;
          name?: string;
          owner_id?: string;
          shared?: boolean;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "views_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      accept_inquiry: {
        Args: { inquiry: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      accept_invitation: {
        Args: { token: string | null };
        Returns: string;
      };
      accept_suggestion: {
        Args: { suggestion: string | null; revision: number | null; choice?: JsonArgument | null };
        Returns: Json;
      };
      account_statement: {
        Args: { account: string | null; since: string | null; until: string | null };
        Returns: {
          day: string;
          what: string;
          number: string;
          title: string;
          currency: string;
          minor_digits: number;
          asked_minor: number;
          paid_minor: number;
          balance_minor: number;
        }[];
      };
      account_strength: {
        Args: { account: string | null; as_of?: string | null };
        Returns: {
          staff_id: string;
          staff_name: string;
          staff_left: boolean;
          strength: number;
          days: number;
        }[];
      };
      act_choices: {
        Args: never;
        Returns: {
          filter: string;
          choice: string;
        }[];
      };
      add_inquiry_task: {
        Args: { inquiry: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      add_introduction: {
        Args: {
          contact: string | null;
          by_contact?: string | null;
          by_staff?: string | null;
          colleague?: string | null;
          on_day?: string | null;
        };
        Returns: string;
      };
      add_mail_never: {
        Args: { kind: string | null; value: string | null; everyone?: boolean | null; remove_filed?: boolean | null };
        Returns: string;
      };
      add_meeting_note: {
        Args: { meeting: string | null; body: string | null };
        Returns: string;
      };
      add_own_field: {
        Args: { entity: string | null; kind: string | null; settings: JsonArgument | null };
        Returns: Database["public"]["Tables"]["own_fields"]["Row"];
        SetofOptions: { from: "*"; to: "own_fields"; isOneToOne: true; isSetofReturn: false };
      };
      allocate_payment: {
        Args: { payment: string | null; request: string | null };
        Returns: string;
      };
      answer_change_request: {
        Args: { request: string | null; answer: string | null; result?: string | null };
        Returns: Json;
      };
      answer_client: {
        Args: { account: string | null; words: string | null; contact?: string | null };
        Returns: string;
      };
      answer_inquiry: {
        Args: { inquiry: string | null; note?: string | null; reply?: JsonArgument | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      answer_meeting_question: {
        Args: { meeting: string | null };
        Returns: undefined;
      };
      archive_deals: {
        Args: { ids: readonly string[] | null; archive?: boolean | null };
        Returns: string[];
      };
      archive_proposal_template: {
        Args: { template: string | null; archived?: boolean | null };
        Returns: undefined;
      };
      archive_template: {
        Args: { template: string | null; archived?: boolean | null };
        Returns: undefined;
      };
      ask_client_for_file: {
        Args: {
          account: string | null;
          title: string | null;
          due_on: string | null;
          note?: string | null;
          contact?: string | null;
        };
        Returns: string;
      };
      ask_colleague: {
        Args: { colleague: string | null; contact: string | null; words: string | null };
        Returns: undefined;
      };
      ask_for_release: {
        Args: { area: string | null; title: string | null; about?: JsonArgument | null };
        Returns: string;
      };
      ask_for_sample: {
        Args: { wanted: boolean | null };
        Returns: undefined;
      };
      assign_deals: {
        Args: { ids: readonly string[] | null; owner: string | null };
        Returns: {
          id: string;
          was_owner_id: string;
        }[];
      };
      assign_inquiry: {
        Args: { inquiry: string | null; assignee: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      attach_to_outbox: {
        Args: { id: string | null; versions: readonly string[] | null };
        Returns: undefined;
      };
      bank_accounts: {
        Args: never;
        Returns: {
          account: string;
          currency: string;
          bank: string;
          balance_minor: number;
          balance_on: string;
          lines: number;
        }[];
      };
      bank_counts: {
        Args: { of_account?: string | null };
        Returns: Json;
      };
      bank_file_manner: {
        Args: { headings: string | null };
        Returns: Json;
      };
      bank_files: {
        Args: { at_most?: number | null };
        Returns: {
          id: string;
          file_name: string;
          format: string;
          statements: Json;
          added: number;
          known: number;
          who: string;
          imported_at: string;
          matched: number;
        }[];
      };
      bank_lines_list: {
        Args: { filter?: JsonArgument | null; at_most?: number | null; skip?: number | null };
        Returns: {
          id: string;
          account: string;
          currency: string;
          minor_digits: number;
          day: string;
          amount_minor: number;
          rest_minor: number;
          name: string;
          iban: string;
          words: string;
          reference: string;
          state: string;
          ignored_why: string;
          matches: Json;
          payout: Json;
          suggestions: Json;
          client_id: string;
          total_count: number;
        }[];
      };
      begin_mail_answer: {
        Args: { mail: string | null };
        Returns: Json;
      };
      bill_preview: {
        Args: { proposal: string | null; asked: JsonArgument | null };
        Returns: Json;
      };
      bill_proposal: {
        Args: { proposal: string | null; asked: JsonArgument | null };
        Returns: string;
      };
      bill_retainer_period: {
        Args: { retainer: string | null; period: string | null };
        Returns: Json;
      };
      bill_state: {
        Args: { proposal: string | null };
        Returns: Json;
      };
      block_sender: {
        Args: { inquiry: string | null; whole_host?: boolean | null; until?: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      book_by_hand: {
        Args: { given: JsonArgument | null; over_entries?: boolean | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      bring_back_bank_lines: {
        Args: { lines: readonly string[] | null };
        Returns: number;
      };
      business_deadline: {
        Args: { received: string | null; days: number | null };
        Returns: string;
      };
      busy_stripes: {
        Args: { from_at: string | null; until_at: string | null; whose?: string | null };
        Returns: {
          staff_id: string;
          starts_at: string;
          ends_at: string;
          is_late: boolean;
        }[];
      };
      cancel_file_request: {
        Args: { request: string | null };
        Returns: undefined;
      };
      cancel_invoice: {
        Args: { invoice: string | null; reason: string | null; again?: boolean | null };
        Returns: Json;
      };
      cancel_meeting: {
        Args: { meeting: string | null; reason?: string | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      cancel_outbox_rows: {
        Args: { ids: readonly string[] | null };
        Returns: number;
      };
      cancel_payment_request: {
        Args: { request: string | null; reason?: string | null };
        Returns: undefined;
      };
      cash_overview: {
        Args: { as_of?: string | null };
        Returns: Json;
      };
      cash_rows: {
        Args: { filter?: JsonArgument | null; at_most?: number | null; skip?: number | null };
        Returns: Json;
      };
      cash_statement: {
        Args: { account: string | null; from_day: string | null; to_day: string | null };
        Returns: Json;
      };
      change_own_field: {
        Args: { field: string | null; settings: JsonArgument | null };
        Returns: Database["public"]["Tables"]["own_fields"]["Row"];
        SetofOptions: { from: "*"; to: "own_fields"; isOneToOne: true; isSetofReturn: false };
      };
      change_payment_request: {
        Args: { request: string | null; changes: JsonArgument | null };
        Returns: undefined;
      };
      check_import: {
        Args: { import: string | null; kind: string | null };
        Returns: {
          line: number;
          finding: string;
          field: string;
          record_id: string;
        }[];
      };
      choose_notice: {
        Args: { kind: string | null; screen: boolean | null; mail: string | null };
        Returns: undefined;
      };
      close_deal: {
        Args: { deal: string | null; outcome: string | null; close?: JsonArgument | null; seen?: string | null };
        Returns: Json;
      };
      close_inquiry: {
        Args: { inquiry: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      close_period: {
        Args: { from_day: string | null; to_day: string | null };
        Returns: string;
      };
      closed_period_list: {
        Args: never;
        Returns: {
          id: string;
          starts_on: string;
          ends_on: string;
          closed_by: string;
          closed_at: string;
          reopened_by: string;
          reopened_at: string;
          why: string;
        }[];
      };
      closest_accounts: {
        Args: { most?: number | null };
        Returns: {
          account_id: string;
          name: string;
          strength: number;
        }[];
      };
      complete_task: {
        Args: { id: string | null };
        Returns: {
          task_id: string;
          first: boolean;
          done_at: string;
          done_by: string;
          done_by_name: string;
        }[];
      };
      complete_tasks: {
        Args: { ids: readonly string[] | null };
        Returns: {
          id: string;
          first: boolean;
          done_at: string;
          done_by: string;
          done_by_name: string;
        }[];
      };
      confirm_client_access: {
        Args: { access: string | null; address: string | null };
        Returns: undefined;
      };
      confirm_meeting: {
        Args: { meeting: string | null; over_entries?: boolean | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      contacts_to_enrol: {
        Args: { filter: JsonArgument | null };
        Returns: {
          id: string;
          name: string;
          account_name: string;
          email: string;
        }[];
      };
      convert_own_field: {
        Args: { field: string | null; kind: string | null; settings?: JsonArgument | null };
        Returns: Database["public"]["Tables"]["own_fields"]["Row"];
        SetofOptions: { from: "*"; to: "own_fields"; isOneToOne: true; isSetofReturn: false };
      };
      copy_of_person: {
        Args: { contact: string | null; most?: number | null };
        Returns: {
          part: string;
          rows: Json;
          left_out: number;
        }[];
      };
      correct_payment: {
        Args: { payment: string | null; amount_minor: number | null; reason: string | null };
        Returns: string;
      };
      count_dependents: {
        Args: { kind: string | null; ids: readonly string[] | null };
        Returns: {
          dependents: string;
          count: number;
          deleted: boolean;
        }[];
      };
      count_mail_never: {
        Args: { kind: string | null; value: string | null; everyone?: boolean | null };
        Returns: number;
      };
      count_merged: {
        Args: { kind: string | null; gone: string | null };
        Returns: {
          moved: string;
          count: number;
        }[];
      };
      create_proposal: {
        Args: { of_record: JsonArgument | null };
        Returns: string;
      };
      credit_invoice: {
        Args: { invoice: string | null; reason?: string | null };
        Returns: string;
      };
      credit_preview: {
        Args: { invoice: string | null; asked: JsonArgument | null };
        Returns: Json;
      };
      credit_retainer_end: {
        Args: { retainer: string | null };
        Returns: string;
      };
      deactivate_colleague: {
        Args: { person: string | null; heirs?: JsonArgument | null };
        Returns: undefined;
      };
      deal_board: {
        Args: { filter?: JsonArgument | null; per_stage?: number | null; sort?: string | null };
        Returns: Json;
      };
      deal_board_more: {
        Args: {
          filter: JsonArgument | null;
          stage: string | null;
          after: string | null;
          per_stage?: number | null;
          sort?: string | null;
        };
        Returns: Json;
      };
      decline_meeting: {
        Args: { meeting: string | null; reason?: string | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      delete_document: {
        Args: { document: string | null };
        Returns: undefined;
      };
      delete_invoice_draft: {
        Args: { draft: string | null };
        Returns: boolean;
      };
      delete_mails: {
        Args: { mails: readonly string[] | null };
        Returns: number;
      };
      delete_own_field: {
        Args: { field: string | null };
        Returns: undefined;
      };
      delete_payment_draft: {
        Args: { request: string | null };
        Returns: boolean;
      };
      delete_proposal: {
        Args: { proposal: string | null };
        Returns: undefined;
      };
      delete_records: {
        Args: { kind: string | null; ids: readonly string[] | null };
        Returns: number;
      };
      delete_retainer: {
        Args: { retainer: string | null };
        Returns: undefined;
      };
      delete_role: {
        Args: { role: string | null };
        Returns: undefined;
      };
      delete_tag: {
        Args: { tag: string | null };
        Returns: undefined;
      };
      delete_version: {
        Args: { version: string | null };
        Returns: undefined;
      };
      deleted_records: {
        Args: { kind: string | null; ids: readonly string[] | null };
        Returns: {
          id: string;
          title: string;
          at: string;
          actor_name: string;
          until: string;
        }[];
      };
      document_folders: {
        Args: never;
        Returns: {
          id: string;
          account_id: string;
          account_name: string;
          parent_id: string;
          name: string;
          kind: string;
          files: number;
        }[];
      };
      document_list: {
        Args: {
          of_folder?: string | null;
          of_account?: string | null;
          of_contact?: string | null;
          of_deal?: string | null;
          of_document?: string | null;
          term?: string | null;
          archived?: boolean | null;
          most?: number | null;
        };
        Returns: {
          id: string;
          title: string;
          account_id: string;
          account_name: string;
          folder_id: string;
          folder_name: string;
          read_only: boolean;
          origin_kind: string;
          archived_at: string;
          version_id: string;
          no: number;
          file_name: string;
          size: number;
          mime: string;
          state: string;
          changed_at: string;
          changed_by: string;
          open_links: number;
          views: number;
          ended_at: string;
          tags: string[];
        }[];
      };
      document_part: {
        Args: {
          items: JsonArgument | null;
          currency: string | null;
          options: JsonArgument | null;
          gross_minor: number | null;
        };
        Returns: Json;
      };
      document_totals: {
        Args: { items: JsonArgument | null; currency: string | null; options?: JsonArgument | null };
        Returns: Json;
      };
      drop_restored_messages: {
        Args: { expected: number | null };
        Returns: number;
      };
      drop_sequence_task: {
        Args: { task: string | null; go_on: boolean | null };
        Returns: undefined;
      };
      duplicate_list: {
        Args: { of_kind: string | null; most?: number | null };
        Returns: {
          one_id: string;
          one_title: string;
          one_detail: string;
          one_created: string;
          other_id: string;
          other_title: string;
          other_detail: string;
          other_created: string;
          reason: string;
        }[];
      };
      edit_outbox: {
        Args: { id: string | null; subject: string | null; body_text: string | null };
        Returns: undefined;
      };
      edit_records: {
        Args: {
          edit_id: string | null;
          kind: string | null;
          ids: readonly string[] | null;
          act: string | null;
          changes: JsonArgument | null;
          seen?: string | null;
        };
        Returns: Json;
      };
      end_my_session: {
        Args: { session: string | null };
        Returns: boolean;
      };
      end_retainer: {
        Args: { retainer: string | null; on_day: string | null };
        Returns: Json;
      };
      enrol: {
        Args: { sequence: string | null; contact_ids: readonly string[] | null; dry_run?: boolean | null };
        Returns: {
          contact_id: string;
          name: string;
          account_name: string;
          email: string;
          timezone: string;
          first_at: string;
          reasons: Json;
          enrolled: string;
        }[];
      };
      enter_rate: {
        Args: {
          of_currency: string | null;
          on_day: string | null;
          rate: number | null;
          reason: string | null;
          sure?: boolean | null;
        };
        Returns: undefined;
      };
      erase_contact: {
        Args: { contact: string | null; files?: JsonArgument | null };
        Returns: undefined;
      };
      erase_preview: {
        Args: { contact: string | null };
        Returns: {
          sort: string;
          number: string;
          title: string;
        }[];
      };
      file_thread: {
        Args: { thread: string | null; kind: string | null; record: string | null };
        Returns: string;
      };
      filter_deals: {
        Args: { filter?: JsonArgument | null };
        Returns: Database["public"]["Tables"]["deals"]["Row"][];
        SetofOptions: { from: "*"; to: "deals"; isOneToOne: false; isSetofReturn: true };
      };
      find_duplicates: {
        Args: { kind: string | null; record: JsonArgument | null; except_id?: string | null };
        Returns: {
          id: string;
          title: string;
          field: string;
        }[];
      };
      find_everything: {
        Args: { term: string | null; most?: number | null };
        Returns: {
          module: string;
          id: string;
          title: string;
          detail: string;
          at_table: string;
          at_id: string;
        }[];
      };
      first_steps: {
        Args: never;
        Returns: {
          step: string;
          done: boolean;
          skipped: boolean;
        }[];
      };
      forget_push_browser: {
        Args: { endpoint: string | null };
        Returns: undefined;
      };
      free_entry: {
        Args: { meeting: string | null };
        Returns: undefined;
      };
      give_client_access: {
        Args: { contact: string | null; scope?: string | null };
        Returns: string;
      };
      go_live: {
        Args: { confirmed_site_url: string | null };
        Returns: undefined;
      };
      going_cold: {
        Args: {
          colleague?: string | null;
          least_was?: number | null;
          term?: string | null;
          most?: number | null;
          skip?: number | null;
        };
        Returns: {
          contact_id: string;
          contact_name: string;
          title: string;
          account_id: string;
          account_name: string;
          staff_id: string;
          staff_name: string;
          staff_left: boolean;
          was: number;
          is_now: number;
          mass_in: number;
          mass_out: number;
          was_in: number;
          was_out: number;
          last_on: string;
          last_in: string;
          last_out: string;
          silent_days: number;
          usual_gap: number;
          cold_on: string;
          days: string[];
          inward: boolean[];
          still_close: string;
          in_all: number;
        }[];
      };
      hand_over_meeting: {
        Args: { meeting: string | null; colleague: string | null; over_entries?: boolean | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      ignore_bank_lines: {
        Args: { lines: readonly string[] | null; why?: string | null };
        Returns: number;
      };
      import_records: {
        Args: {
          import: string | null;
          kind: string | null;
          skip_duplicates?: boolean | null;
          create_missing?: boolean | null;
          match_by?: string | null;
        };
        Returns: {
          added: number;
          created: number;
          changed: number;
        };
      };
      inquiry_counts: {
        Args: { at?: string | null };
        Returns: {
          waiting: number;
          held: number;
          answered: number;
          closed: number;
          spam: number;
          due: number;
          overdue: number;
        }[];
      };
      inquiry_replies: {
        Args: { inquiry: string | null };
        Returns: {
          id: string;
          state: string;
          held_by_safe: boolean;
          gate_code: string;
          gate_detail: string;
          subject: string;
          body_text: string;
          written_at: string;
          written_by: string;
          left_at: string;
        }[];
      };
      introduced_deals: {
        Args: never;
        Returns: {
          by_contact: string;
          by_staff: string;
          contact_id: string;
          contact_name: string;
          deal_id: string;
          deal_name: string;
          closed_on: string;
          currency: string;
          amount_minor: number;
          received_minor: number;
        }[];
      };
      introducer_list: {
        Args: never;
        Returns: {
          by_contact: string;
          by_staff: string;
          name: string;
          about: string;
          people: Json;
          deals: number;
          won: Json;
        }[];
      };
      introductions_of: {
        Args: { contact?: string | null; account?: string | null };
        Returns: {
          id: string;
          contact_id: string;
          contact_name: string;
          by_contact: string;
          by_staff: string;
          by_name: string;
          to_name: string;
          on_day: string;
          source: string;
        }[];
      };
      invite_colleague: {
        Args: { name: string | null; email: string | null; role_key: string | null };
        Returns: string;
      };
      invite_to_meeting: {
        Args: { meeting: string | null; name: string | null; address: string | null };
        Returns: string;
      };
      invoice_drafts_list: {
        Args: never;
        Returns: {
          id: string;
          type: string;
          title: string;
          account_id: string;
          account_name: string;
          currency: string;
          total_minor: number;
          missing: number;
          updated_at: string;
          late_fee_of: string;
        }[];
      };
      invoice_list: {
        Args: { filter?: JsonArgument | null; at_most?: number | null; skip?: number | null };
        Returns: {
          id: string;
          number: string;
          type: string;
          title: string;
          account_id: string;
          account_name: string;
          issued_on: string;
          due_on: string;
          currency: string;
          minor_digits: number;
          net_minor: number;
          tax_minor: number;
          total_minor: number;
          payable_minor: number;
          withheld_minor: number;
          state: string;
          credited_minor: number;
          received_minor: number;
          open_minor: number;
          credit_of: string;
          corrects: string;
          files: string;
          total_count: number;
        }[];
      };
      invoice_record: {
        Args: { record: string | null };
        Returns: Json;
      };
      invoice_sums: {
        Args: { filter?: JsonArgument | null };
        Returns: Json;
      };
      is_admin: {
        Args: never;
        Returns: boolean;
      };
      is_colleague: {
        Args: never;
        Returns: boolean;
      };
      issue_invoice: {
        Args: { draft: string | null; on_day?: string | null; sends?: boolean | null };
        Returns: string;
      };
      keep_both: {
        Args: { meeting: string | null };
        Returns: undefined;
      };
      keep_push_browser: {
        Args: { endpoint: string | null; p256dh: string | null; auth: string | null; with_names: boolean | null };
        Returns: undefined;
      };
      leaving_preview: {
        Args: { person: string | null };
        Returns: Json;
      };
      lift_suppression: {
        Args: { id: string | null; why: string | null };
        Returns: undefined;
      };
      link_inquiry_contact: {
        Args: { inquiry: string | null; contact?: string | null; account?: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      link_inquiry_deal: {
        Args: { inquiry: string | null; deal?: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      link_inquiry_task: {
        Args: { inquiry: string | null; task: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      look_at_bank_file: {
        Args: { file: JsonArgument | null };
        Returns: Json;
      };
      look_at_mailbox: {
        Args: { mailbox: string | null };
        Returns: undefined;
      };
      mail_answered_since: {
        Args: { thread: string | null; since: string | null };
        Returns: {
          name: string;
          at: string;
          outbox_id: string;
          mail_id: string;
        }[];
      };
      mail_answers_of: {
        Args: { thread: string | null };
        Returns: {
          outbox_id: string;
          mail_id: string;
          written_at: string;
          writer: string;
          is_mine: boolean;
          mailbox: string;
          subject: string;
          body_text: string;
          recipients: string[];
          files: number;
          message: Json;
          copy: string;
          copy_reason: string;
          is_filed: boolean;
        }[];
      };
      mail_files_of: {
        Args: { kind: string | null; id: string | null; most?: number | null };
        Returns: {
          mail_id: string;
          thread_id: string;
          at: string;
          who: string;
          part: string;
          name: string;
          size: number;
        }[];
      };
      mail_panel_facts: {
        Args: { kind: string | null; id: string | null };
        Returns: {
          mails: number;
          threads: number;
          more: boolean;
          read_since: string;
          mailboxes: number;
        }[];
      };
      mail_readers: {
        Args: { mail?: string | null; before?: number | null; most?: number | null };
        Returns: {
          id: number;
          at: string;
          reader: string;
          mail_id: string;
          thread_id: string;
          subject: string;
        }[];
      };
      mail_recipients: {
        Args: { kind: string | null; ids: readonly string[] | null };
        Returns: {
          of_id: string;
          of_name: string;
          contact_id: string;
          name: string;
          email: string;
          account_id: string;
          account_name: string;
          deal_id: string;
          skipped: string;
        }[];
      };
      mail_thread: {
        Args: { thread: string | null; most?: number | null };
        Returns: {
          id: string;
          thread_id: string;
          at: string;
          is_time_doubtful: boolean;
          direction: string;
          class: string;
          subject: string;
          snippet: string;
          words: string;
          may_read_text: boolean;
          files: Json;
          people: Json;
          outbox_id: string;
          outbox_state: string;
          mailboxes: string[];
          is_mine: boolean;
          is_private: boolean;
          message_id: string;
          refers_to: string[];
        }[];
      };
      mail_threads_of: {
        Args: { kind: string | null; id: string | null; before?: string | null; most?: number | null };
        Returns: {
          thread_id: string;
          last_mail_id: string;
          last_at: string;
          direction: string;
          class: string;
          subject: string;
          snippet: string;
          mails: number;
          files: string[];
          people: string[];
          waits_for_us: boolean;
        }[];
      };
      mail_threads_told: {
        Args: { threads: readonly string[] | null };
        Returns: {
          thread_id: string;
          last_from: string;
          last_is_ours: boolean;
          ours: string[];
          theirs: string[];
          mailboxes: string[];
          is_private: boolean;
          is_mine: boolean;
          answer: Json;
        }[];
      };
      mail_trouble_list: {
        Args: { mailbox: string | null };
        Returns: {
          id: string;
          folder: string;
          uid: number;
          thread_id: string;
          reason: string;
          tries: number;
          at: string;
        }[];
      };
      mailbox_example: {
        Args: { mailbox: string | null };
        Returns: {
          at: string;
          subject: string;
          snippet: string;
          other: string;
        }[];
      };
      mailbox_folder_list: {
        Args: { mailbox: string | null };
        Returns: {
          id: string;
          path: string;
          special_use: string;
          wanted: boolean;
          state: string;
          trouble: number;
        }[];
      };
      mailbox_list: {
        Args: never;
        Returns: {
          id: string;
          address: string;
          kind: string;
          owner_id: string;
          owner_name: string;
          is_mine: boolean;
          may_change: boolean;
          may_stop: boolean;
          state: string;
          reason: string;
          reason_detail: string;
          next_try_at: string;
          has_idle: boolean;
          last_heard_at: string;
          is_silent: boolean;
          sign_in: string;
          user_name: string;
          imap_host: string;
          imap_port: number;
          smtp_host: string;
          smtp_port: number;
          keep: string;
          colleagues_see: string;
          read_since: string;
          keep_months: number;
          counts_for_ties: boolean;
          sent_folder: string;
          folders: number;
          behind: number;
          trouble: number;
          created_at: string;
        }[];
      };
      mailboxes_in_trouble: {
        Args: never;
        Returns: {
          id: string;
          address: string;
          owner_name: string;
          is_mine: boolean;
          state: string;
          reason: string;
          last_heard_at: string;
          copies_failed: number;
        }[];
      };
      make_invoice_files_again: {
        Args: { invoice: string | null };
        Returns: undefined;
      };
      mark_group_as_spam: {
        Args: { of_content_key: string | null };
        Returns: number;
      };
      mark_spam: {
        Args: { inquiry: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      match_bank_line: {
        Args: { line: string | null; parts: JsonArgument | null; reasons?: readonly string[] | null };
        Returns: number;
      };
      may: {
        Args: { area: string | null; action: string | null };
        Returns: boolean;
      };
      meeting_counts: {
        Args: { week_from: string | null; week_until: string | null; whose?: string | null };
        Returns: {
          today: number;
          this_week: number;
          week_minutes: number;
          coming: number;
          to_confirm: number;
          without_outcome: number;
        }[];
      };
      meeting_list: {
        Args: {
          part?: string | null;
          from_at?: string | null;
          until_at?: string | null;
          whose?: string | null;
          of_contact?: string | null;
          of_account?: string | null;
          of_deal?: string | null;
          most?: number | null;
        };
        Returns: {
          id: string;
          reference: string;
          title: string;
          source: string;
          starts_at: string;
          ends_at: string;
          state: string;
          is_held: boolean;
          place: string;
          place_detail: string;
          moves: number;
          host_id: string;
          hosts: string[];
          guest_name: string;
          contact_id: string;
          account_id: string;
          account_name: string;
          deal_id: string;
          page_title: string;
          has_question: boolean;
          answer_by: string;
          busy_from: string;
          busy_until: string;
          is_conflict: boolean;
          first_answer: string;
        }[];
      };
      meeting_record: {
        Args: { meeting: string | null };
        Returns: Json;
      };
      merge_accounts: {
        Args: { keep: string | null; gone: string | null; choices?: JsonArgument | null };
        Returns: Json;
      };
      merge_contacts: {
        Args: { keep: string | null; gone: string | null; choices?: JsonArgument | null };
        Returns: Json;
      };
      merge_records: {
        Args: { kind: string | null; keep: string | null; gone: string | null; choices?: JsonArgument | null };
        Returns: Json;
      };
      merge_tags: {
        Args: { keep: string | null; gone: string | null };
        Returns: undefined;
      };
      missing_of_draft: {
        Args: { draft: string | null };
        Returns: {
          code: string;
          what: string;
          link: string;
        }[];
      };
      move_deal: {
        Args: {
          deal: string | null;
          to_stage: string | null;
          after?: string | null;
          before?: string | null;
          seen?: string | null;
          close?: JsonArgument | null;
          keep_probability?: boolean | null;
          at_end?: boolean | null;
        };
        Returns: Json;
      };
      move_deals: {
        Args: { ids: readonly string[] | null; to_stage: string | null; close?: JsonArgument | null };
        Returns: {
          id: string;
          was_stage_id: string;
        }[];
      };
      move_meeting: {
        Args: { meeting: string | null; starts_at: string | null; over_entries?: boolean | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      move_to_newest: {
        Args: { sequence: string | null; ids?: readonly string[] | null; dry_run?: boolean | null };
        Returns: {
          enrolment_id: string;
          contact_id: string;
          name: string;
          from_version: number;
          to_version: number;
          step_no: number;
          next_step: string;
          next_at: string;
          reasons: Json;
        }[];
      };
      my_access: {
        Args: never;
        Returns: Json;
      };
      my_notice_choices: {
        Args: never;
        Returns: {
          kind: string;
          screen: boolean;
          mail: string;
        }[];
      };
      my_notices: {
        Args: { before?: number | null; most?: number | null };
        Returns: {
          id: number;
          kind: string;
          what: string;
          record_type: string;
          record_id: string;
          name: string;
          about: string;
          words: string;
          more: number;
          actor_name: string;
          at: string;
          day: string;
          days_ago: number;
          read_at: string;
        }[];
      };
      my_sessions: {
        Args: never;
        Returns: {
          id: string;
          created_at: string;
          used_at: string;
          user_agent: string;
          ip: string;
          current: boolean;
        }[];
      };
      my_unread_notices: {
        Args: never;
        Returns: number;
      };
      new_credit_note: {
        Args: { invoice: string | null; asked: JsonArgument | null };
        Returns: string;
      };
      new_invoice_draft: {
        Args: { asked: JsonArgument | null };
        Returns: string;
      };
      new_payment_request: {
        Args: { asked: JsonArgument | null };
        Returns: string;
      };
      next_message_state: {
        Args: { address?: string | null };
        Returns: Json;
      };
      next_work_day: {
        Args: { after: string | null };
        Returns: string;
      };
      note_export: {
        Args: { area: string | null; what: string | null; records: number | null };
        Returns: undefined;
      };
      note_talk: {
        Args: { contact: string | null; on_day: string | null; words?: string | null };
        Returns: string;
      };
      note_vat_answer: {
        Args: { account: string | null; asked_vat_id: string | null; answer: string | null };
        Returns: undefined;
      };
      offer_new_times: {
        Args: { meeting: string | null };
        Returns: undefined;
      };
      offered_services: {
        Args: { in_currency: string | null; for_account?: string | null; known?: readonly string[] | null };
        Returns: {
          id: string;
          code: string;
          name: string;
          description: string;
          unit: string;
          service_line: string;
          every_months: number;
          tax_class_id: string;
          taxes: Json;
          unit_minor: number;
          from_on: string;
          other_currencies: string[];
        }[];
      };
      office_day: {
        Args: { at: string | null };
        Returns: string;
      };
      office_today: {
        Args: never;
        Returns: string;
      };
      open_folder: {
        Args: { account?: string | null; of_kind?: string | null };
        Returns: string;
      };
      open_payment_request: {
        Args: { request: string | null };
        Returns: string;
      };
      open_proposal_template: {
        Args: {
          template: string | null;
          in_currency: string | null;
          for_account: string | null;
          for_contact?: string | null;
        };
        Returns: Json;
      };
      open_times: {
        Args: { page: string | null; from_at: string | null; until_at: string | null };
        Returns: {
          starts_at: string;
        }[];
      };
      order_own_fields: {
        Args: { entity: string | null; ids: readonly string[] | null };
        Returns: undefined;
      };
      order_stages: {
        Args: { ids: readonly string[] | null };
        Returns: undefined;
      };
      outbox_files: {
        Args: { id: string | null };
        Returns: Json;
      };
      outbox_summary: {
        Args: never;
        Returns: Json;
      };
      own_field_conversion: {
        Args: { field: string | null; kind: string | null; settings?: JsonArgument | null };
        Returns: Json;
      };
      owner_dashboard: {
        Args: { mine?: boolean | null; parts?: readonly string[] | null };
        Returns: Json;
      };
      pause_enrolments: {
        Args: { ids: readonly string[] | null; until?: string | null };
        Returns: number;
      };
      pause_mailbox: {
        Args: { mailbox: string | null };
        Returns: undefined;
      };
      pause_retainer: {
        Args: { retainer: string | null; from_day: string | null; to_day?: string | null; why?: string | null };
        Returns: Json;
      };
      payment_ageing: {
        Args: { as_of?: string | null };
        Returns: {
          currency: string;
          minor_digits: number;
          bucket: string;
          requests: number;
          open_minor: number;
        }[];
      };
      payment_list: {
        Args: { filter?: JsonArgument | null; at_most?: number | null; skip?: number | null };
        Returns: {
          id: string;
          number: string;
          title: string;
          account_id: string;
          account_name: string;
          contact_id: string;
          contact_name: string;
          contact_email: string;
          deal_id: string;
          proposal_id: string;
          invoice_id: string;
          amount_minor: number;
          currency: string;
          minor_digits: number;
          issued_on: string;
          due_on: string;
          reminders_on: boolean;
          state: string;
          received_minor: number;
          open_minor: number;
          credit_minor: number;
          paid_on: string;
          bucket: string;
          days_late: number;
          processing: boolean;
          total_count: number;
        }[];
      };
      payments_of: {
        Args: { request: string | null };
        Returns: {
          id: string;
          kind: string;
          amount_minor: number;
          currency: string;
          method: string;
          received_on: string;
          reference: string;
          entered_name: string;
          provider: string;
          corrects_id: string;
          stands_minor: number;
          created_at: string;
        }[];
      };
      payout_candidates: {
        Args: { line: string | null };
        Returns: {
          payment_id: string;
          kind: string;
          amount_minor: number;
          currency: string;
          received_on: string;
          number: string;
          account_name: string;
        }[];
      };
      plan_edit: {
        Args: {
          kind: string | null;
          ids: readonly string[] | null;
          act: string | null;
          changes: JsonArgument | null;
          listed?: number | null;
        };
        Returns: Json;
      };
      plan_import: {
        Args: {
          import: string | null;
          kind: string | null;
          skip_duplicates?: boolean | null;
          create_missing?: boolean | null;
          match_by?: string | null;
        };
        Returns: {
          outcome: string;
          reason: string;
          field: string;
          fields: string[];
          lines: number[];
        }[];
      };
      promise_rows: {
        Args: { days?: number | null; mine?: boolean | null };
        Returns: {
          id: string;
          reference: string;
          name: string;
          company: string;
          received_at: string;
          due_at: string;
          answered_at: string;
          kept: boolean;
        }[];
      };
      proposal_list: {
        Args: { filter?: JsonArgument | null; most?: number | null; skipping?: number | null };
        Returns: Json;
      };
      proposal_record: {
        Args: { proposal: string | null };
        Returns: Json;
      };
      proposal_template_list: {
        Args: { archived?: boolean | null };
        Returns: Json;
      };
      publishing_state: {
        Args: never;
        Returns: Json;
      };
      purge_deletions: {
        Args: { ids: readonly string[] | null };
        Returns: number;
      };
      push_public_key: {
        Args: never;
        Returns: string;
      };
      put_back_copy: {
        Args: { meeting: string | null };
        Returns: undefined;
      };
      rate_of_day: {
        Args: { from_currency: string | null; into_currency: string | null; on_day: string | null };
        Returns: Json;
      };
      rate_overview: {
        Args: never;
        Returns: Json;
      };
      reactivate_colleague: {
        Args: { person: string | null; role_key?: string | null };
        Returns: undefined;
      };
      read_client_messages: {
        Args: { account: string | null };
        Returns: undefined;
      };
      read_mail: {
        Args: { mail: string | null };
        Returns: {
          text: string;
          has_html: boolean;
          is_cut: boolean;
        }[];
      };
      read_notices: {
        Args: { ids?: readonly number[] | null };
        Returns: number;
      };
      reassign_tasks: {
        Args: { ids: readonly string[] | null; assignee: string | null };
        Returns: string[];
      };
      record_outcome: {
        Args: { meeting: string | null; outcome: string | null; note?: string | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      record_payment: {
        Args: {
          request: string | null;
          entry: string | null;
          amount_minor: number | null;
          received_on: string | null;
          method?: string | null;
          reference?: string | null;
          receipt?: boolean | null;
        };
        Returns: string;
      };
      record_timeline: {
        Args: {
          of_type: string | null;
          of_id: string | null;
          before?: number | null;
          kinds?: readonly string[] | null;
          at_most?: number | null;
        };
        Returns: {
          id: number;
          at: string;
          day: string;
          days_ago: number;
          clock: string;
          kind: string;
          shown_as: string;
          actor_id: string;
          actor_name: string;
          record_type: string;
          record_id: string;
          record_name: string;
          account_id: string;
          contact_id: string;
          contact_name: string;
          contact_gone: boolean;
          deal_id: string;
          inquiry_id: string;
          task_id: string;
          changes: Json;
          names: Json;
          note: Json;
          mail: Json;
        }[];
      };
      refuse_suggestion: {
        Args: { suggestion: string | null };
        Returns: undefined;
      };
      relationship_examples: {
        Args: { half_life: number | null; weights: JsonArgument | null };
        Returns: {
          what: string;
          strength: number;
        }[];
      };
      relationship_network: {
        Args: { of_kind: string | null; of_id: string | null; most?: number | null };
        Returns: Json;
      };
      relationship_state: {
        Args: never;
        Returns: Json;
      };
      release_all_outbox: {
        Args: { filter?: JsonArgument | null; expected?: number | null };
        Returns: number;
      };
      release_outbox: {
        Args: { ids: readonly string[] | null };
        Returns: number;
      };
      release_restored_messages: {
        Args: { expected: number | null };
        Returns: number;
      };
      remove_calendar: {
        Args: { calendar: string | null };
        Returns: undefined;
      };
      remove_introduction: {
        Args: { introduction: string | null };
        Returns: undefined;
      };
      remove_mail_never: {
        Args: { id: string | null };
        Returns: undefined;
      };
      remove_mailbox: {
        Args: { mailbox: string | null; with_mail: boolean | null };
        Returns: undefined;
      };
      reopen_deal: {
        Args: { deal: string | null; to_stage?: string | null; seen?: string | null };
        Returns: Json;
      };
      reopen_inquiry: {
        Args: { inquiry: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      reopen_period: {
        Args: { period: string | null; why: string | null };
        Returns: undefined;
      };
      reopen_tasks: {
        Args: { ids: readonly string[] | null };
        Returns: string[];
      };
      report_activity: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null };
        Returns: {
          person: string;
          name: string;
          notes: number;
          tasks: number;
          answers: number;
          moves: number;
          total: number;
        }[];
      };
      report_board_as_of: {
        Args: { day: string | null; owner?: string | null; service_line?: string | null };
        Returns: {
          stage_id: string;
          key: string;
          name: string;
          probability: number;
          deals: number;
          sum_minor: number;
          weighted_minor: number;
        }[];
      };
      report_forecast: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null; service_line?: string | null };
        Returns: {
          bucket: string;
          month: string;
          first_day: string;
          last_day: string;
          so_far: boolean;
          won_deals: number;
          won_minor: number;
          open_deals: number;
          open_minor: number;
          weighted_minor: number;
          forecast_minor: number;
          converted: number;
        }[];
      };
      report_pipeline: {
        Args: { owner?: string | null; service_line?: string | null };
        Returns: {
          stage_id: string;
          key: string;
          name: string;
          probability: number;
          deals: number;
          sum_minor: number;
          weighted_minor: number;
          without_amount: number;
          converted: number;
          stale: number;
        }[];
      };
      report_promise: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null };
        Returns: {
          month: string;
          first_day: string;
          last_day: string;
          so_far: boolean;
          due: number;
          kept: number;
          answered: number;
          median_hours: number;
        }[];
      };
      report_reasons: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null; service_line?: string | null };
        Returns: {
          reason_id: string;
          kind: string;
          name: string;
          deals: number;
          sum_minor: number;
          converted: number;
        }[];
      };
      report_rows: {
        Args: {
          figure: string | null;
          from_day?: string | null;
          to_day?: string | null;
          owner?: string | null;
          service_line?: string | null;
          key?: string | null;
          most?: number | null;
          skipping?: number | null;
        };
        Returns: {
          record: string;
          id: string;
          name: string;
          detail: string;
          day: string;
          minor: number;
          amount_minor: number;
          currency: string;
          place: number;
          of_count: number;
          of_minor: number;
        }[];
      };
      report_service_lines: {
        Args: never;
        Returns: {
          service_line: string;
        }[];
      };
      report_stages: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null; service_line?: string | null };
        Returns: {
          stage_id: string;
          key: string;
          name: string;
          probability: number;
          left_stage: number;
          went_on: number;
          went_back: number;
          lost: number;
          median_days: number;
          closed: number;
          won: number;
        }[];
      };
      report_subjects: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null };
        Returns: {
          subject: string;
          label: string;
          inquiries: number;
          deals: number;
          won: number;
          won_minor: number;
          converted: number;
        }[];
      };
      report_win_rate: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null; service_line?: string | null };
        Returns: {
          of_service_line: string;
          is_total: boolean;
          won: number;
          lost: number;
          won_minor: number;
          lost_minor: number;
          converted: number;
        }[];
      };
      report_won: {
        Args: { from_day: string | null; to_day: string | null; owner?: string | null; service_line?: string | null };
        Returns: {
          month: string;
          first_day: string;
          last_day: string;
          so_far: boolean;
          deals: number;
          won_minor: number;
          converted: number;
        }[];
      };
      requests_for_bank_line: {
        Args: { line: string | null; search?: string | null; of_account?: string | null };
        Returns: {
          id: string;
          number: string;
          invoice: string;
          invoice_id: string;
          title: string;
          account_name: string;
          currency: string;
          open_minor: number;
          due_on: string;
        }[];
      };
      require_mailbox: {
        Args: { mailbox: string | null };
        Returns: undefined;
      };
      resend_proposal: {
        Args: { proposal: string | null };
        Returns: Json;
      };
      restore_deletions: {
        Args: { ids: readonly string[] | null };
        Returns: {
          restored: number;
          rows: number;
          refused: number;
        }[];
      };
      restore_own_field: {
        Args: { field: string | null };
        Returns: Database["public"]["Tables"]["own_fields"]["Row"];
        SetofOptions: { from: "*"; to: "own_fields"; isOneToOne: true; isSetofReturn: false };
      };
      restore_records: {
        Args: { kind: string | null; ids: readonly string[] | null };
        Returns: {
          restored: number;
          rows: number;
        }[];
      };
      restore_task_days: {
        Args: { days: JsonArgument | null };
        Returns: string[];
      };
      restore_version: {
        Args: { version: string | null };
        Returns: number;
      };
      restored_copy: {
        Args: never;
        Returns: {
          is_copy: boolean;
          taken_at: string;
          site_url: string;
          held: number;
          steps_due: number;
        }[];
      };
      resume_enrolments: {
        Args: { ids: readonly string[] | null };
        Returns: number;
      };
      resume_mailbox: {
        Args: { mailbox: string | null };
        Returns: undefined;
      };
      resume_retainer: {
        Args: { retainer: string | null; on_day: string | null };
        Returns: Json;
      };
      retainer_list: {
        Args: { of_account?: string | null };
        Returns: Json;
      };
      retainer_record: {
        Args: { retainer: string | null };
        Returns: Json;
      };
      retire_stage: {
        Args: { stage: string | null; move_to: string | null };
        Returns: Json;
      };
      retry_sent_copy: {
        Args: { message: string | null };
        Returns: undefined;
      };
      revenue_report: {
        Args: { from_day: string | null; to_day: string | null };
        Returns: Json;
      };
      revenue_rows: {
        Args: { filter: JsonArgument | null; at_most?: number | null; skip?: number | null };
        Returns: Json;
      };
      revise_proposal: {
        Args: { proposal: string | null };
        Returns: Json;
      };
      revoke_invitation: {
        Args: { invitation: string | null };
        Returns: undefined;
      };
      sample_firm: {
        Args: never;
        Returns: {
          state: string;
          steps: number;
          done: number;
          kept: Json;
          error: string;
          rows: number;
        }[];
      };
      save_availability: {
        Args: { person: string | null; given: JsonArgument | null };
        Returns: undefined;
      };
      save_booking_page: {
        Args: { given: JsonArgument | null };
        Returns: string;
      };
      save_calendar: {
        Args: { calendar: string | null; given: JsonArgument | null };
        Returns: undefined;
      };
      save_day: {
        Args: { person: string | null; day: string | null; ranges: JsonArgument | null };
        Returns: undefined;
      };
      save_hours: {
        Args: { person: string | null; hours: JsonArgument | null; page?: string | null };
        Returns: undefined;
      };
      save_invoice_draft: {
        Args: { draft: string | null; changes: JsonArgument | null; seen?: string | null };
        Returns: Json;
      };
      save_proposal: {
        Args: { proposal: string | null; draft: JsonArgument | null; seen?: string | null };
        Returns: Json;
      };
      save_relationship_settings: {
        Args: { half_life: number | null; weights: JsonArgument | null; reads_signatures?: boolean | null };
        Returns: number;
      };
      save_retainer: {
        Args: { retainer: JsonArgument | null; seen?: string | null };
        Returns: Json;
      };
      save_role: {
        Args: { role: JsonArgument | null; seen?: string | null };
        Returns: string;
      };
      save_sequence: {
        Args: { sequence: JsonArgument | null; seen?: string | null };
        Returns: string;
      };
      save_tag: {
        Args: { tag: string | null; name: string | null; color: string | null };
        Returns: Database["public"]["Tables"]["tags"]["Row"];
        SetofOptions: { from: "*"; to: "tags"; isOneToOne: true; isSetofReturn: false };
      };
      save_task: {
        Args: { task: JsonArgument | null; seen?: string | null };
        Returns: string;
      };
      search_accounts: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["accounts"]["Row"][];
        SetofOptions: { from: "*"; to: "accounts"; isOneToOne: false; isSetofReturn: true };
      };
      search_close_reasons: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["close_reasons"]["Row"][];
        SetofOptions: { from: "*"; to: "close_reasons"; isOneToOne: false; isSetofReturn: true };
      };
      search_contacts: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["contacts"]["Row"][];
        SetofOptions: { from: "*"; to: "contacts"; isOneToOne: false; isSetofReturn: true };
      };
      search_deal_stages: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["deal_stages"]["Row"][];
        SetofOptions: { from: "*"; to: "deal_stages"; isOneToOne: false; isSetofReturn: true };
      };
      search_deals: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["deals"]["Row"][];
        SetofOptions: { from: "*"; to: "deals"; isOneToOne: false; isSetofReturn: true };
      };
      search_documents: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["documents"]["Row"][];
        SetofOptions: { from: "*"; to: "documents"; isOneToOne: false; isSetofReturn: true };
      };
      search_inquiries: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"][];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: false; isSetofReturn: true };
      };
      search_invoices: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["invoices"]["Row"][];
        SetofOptions: { from: "*"; to: "invoices"; isOneToOne: false; isSetofReturn: true };
      };
      search_mail_templates: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["mail_templates"]["Row"][];
        SetofOptions: { from: "*"; to: "mail_templates"; isOneToOne: false; isSetofReturn: true };
      };
      search_mails: {
        Args: { term: string | null; most?: number | null };
        Returns: {
          id: string;
          thread_id: string;
          at: string;
          subject: string;
          snippet: string;
        }[];
      };
      search_outbox: {
        Args: { term: string | null };
        Returns: {
          id: string;
        }[];
      };
      search_payment_requests: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["payment_requests"]["Row"][];
        SetofOptions: { from: "*"; to: "payment_requests"; isOneToOne: false; isSetofReturn: true };
      };
      search_proposal_versions: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["proposal_versions"]["Row"][];
        SetofOptions: { from: "*"; to: "proposal_versions"; isOneToOne: false; isSetofReturn: true };
      };
      search_proposals: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["proposals"]["Row"][];
        SetofOptions: { from: "*"; to: "proposals"; isOneToOne: false; isSetofReturn: true };
      };
      search_sequences: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["sequences"]["Row"][];
        SetofOptions: { from: "*"; to: "sequences"; isOneToOne: false; isSetofReturn: true };
      };
      search_services: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["services"]["Row"][];
        SetofOptions: { from: "*"; to: "services"; isOneToOne: false; isSetofReturn: true };
      };
      search_staff: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["staff"]["Row"][];
        SetofOptions: { from: "*"; to: "staff"; isOneToOne: false; isSetofReturn: true };
      };
      search_tasks: {
        Args: { term: string | null };
        Returns: Database["public"]["Tables"]["tasks"]["Row"][];
        SetofOptions: { from: "*"; to: "tasks"; isOneToOne: false; isSetofReturn: true };
      };
      send_despite: {
        Args: { id: string | null; why: string | null };
        Returns: undefined;
      };
      send_invoice: {
        Args: { invoice: string | null };
        Returns: string;
      };
      send_payment_request: {
        Args: { request: string | null };
        Returns: string;
      };
      send_proposal: {
        Args: { proposal: string | null; seen?: string | null };
        Returns: Json;
      };
      sequence_list: {
        Args: { archived?: boolean | null };
        Returns: {
          id: string;
          name: string;
          about: string;
          status: string;
          version: number;
          steps: number;
          active: number;
          waiting: number;
          paused: number;
          finished: number;
          replied: number;
          stopped: number;
          people: number;
          owner_id: string;
          owner_name: string;
          updated_at: string;
        }[];
      };
      sequence_people: {
        Args: {
          sequence?: string | null;
          of_contact?: string | null;
          of_account?: string | null;
          shown?: string | null;
          most?: number | null;
          skipping?: number | null;
        };
        Returns: {
          enrolment_id: string;
          sequence_id: string;
          sequence_name: string;
          sequence_status: string;
          contact_id: string;
          contact_name: string;
          account_id: string;
          account_name: string;
          email: string;
          state: string;
          shown_state: string;
          version: number;
          is_newest: boolean;
          step_no: number;
          steps: number;
          next_at: string;
          next_day: string;
          next_clock: string;
          timezone: string;
          next_kind: string;
          next_title: string;
          at_work: string;
          paused_until: string;
          stop_reason: string;
          stop_event: string;
          enrolled_at: string;
          enrolled_by_name: string;
          ended_at: string;
        }[];
      };
      sequence_plan: {
        Args: { days?: number | null; sequence?: string | null; of_contact?: string | null };
        Returns: {
          at: string;
          day: string;
          clock: string;
          timezone: string;
          enrolment_id: string;
          sequence_id: string;
          sequence_name: string;
          contact_id: string;
          contact_name: string;
          account_name: string;
          step_no: number;
          kind: string;
          title: string;
          waits: boolean;
        }[];
      };
      sequence_results: {
        Args: { sequence: string | null };
        Returns: {
          no: number;
          kind: string;
          delay_days: number;
          delay_business: boolean;
          delay_minutes: number;
          template_version_id: string;
          template_id: string;
          template_name: string;
          template_version: number;
          newest_version_id: string;
          subject: string;
          task_title: string;
          wait_for_task: boolean;
          same_thread: boolean;
          planned: number;
          sent: number;
          held: number;
          uncertain: number;
          failed: number;
          cancelled: number;
          replied: number;
          made: number;
          done: number;
        }[];
      };
      service_prices_of: {
        Args: { service: string | null };
        Returns: Json;
      };
      set_bank_rule: {
        Args: { books: boolean | null };
        Returns: undefined;
      };
      set_booking_page_state: {
        Args: { page: string | null; new_state: string | null };
        Returns: undefined;
      };
      set_calendar_paused: {
        Args: { calendar: string | null; paused: boolean | null };
        Returns: undefined;
      };
      set_contact_zone: {
        Args: { contact: string | null; timezone: string | null };
        Returns: undefined;
      };
      set_first_number: {
        Args: { of_series: string | null; first: number | null };
        Returns: undefined;
      };
      set_invoice_dispute: {
        Args: { invoice: string | null; words: string | null };
        Returns: undefined;
      };
      set_mailbox: {
        Args: { mailbox: string | null; changes: JsonArgument | null };
        Returns: undefined;
      };
      set_no_mining: {
        Args: { contact: string | null; off: boolean | null };
        Returns: undefined;
      };
      set_outbox_caps: {
        Args: { per_address_a_day: number | null; per_host_a_day: number | null; in_all_a_day: number | null };
        Returns: undefined;
      };
      set_outbox_paused: {
        Args: { paused: boolean | null };
        Returns: undefined;
      };
      set_publishing: {
        Args: { is_on: boolean | null };
        Returns: undefined;
      };
      set_retainer_price: {
        Args: { retainer: string | null; from_day: string | null; lines: JsonArgument | null };
        Returns: Json;
      };
      set_role: {
        Args: { person: string | null; role_key: string | null };
        Returns: undefined;
      };
      set_sequence_status: {
        Args: { sequence: string | null; status: string | null };
        Returns: undefined;
      };
      set_service_price: {
        Args: { service: string | null; in_currency: string | null; day: string | null; minor: number | null };
        Returns: Json;
      };
      set_thread_private: {
        Args: { thread: string | null; is_private: boolean | null };
        Returns: number;
      };
      settle_guest_company: {
        Args: { meeting: string | null; joins: boolean | null };
        Returns: Database["public"]["Tables"]["meetings"]["Row"];
        SetofOptions: { from: "*"; to: "meetings"; isOneToOne: true; isSetofReturn: false };
      };
      settle_outbox: {
        Args: { id: string | null; as: string | null };
        Returns: undefined;
      };
      settle_payout: {
        Args: { line: string | null; payments: readonly string[] | null };
        Returns: number;
      };
      settle_suggestion: {
        Args: { inquiry: string | null; field: string | null; record: string | null; take: boolean | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      share_list: {
        Args: { of_document?: string | null };
        Returns: {
          link_id: string;
          hint: string;
          document_id: string;
          title: string;
          account_name: string;
          version_id: string;
          version_no: number;
          allow_download: boolean;
          ask_name: boolean;
          has_password: boolean;
          max_views: number;
          message: string;
          expires_at: string;
          revoked_at: string;
          state: string;
          created_at: string;
          created_by: string;
          fetched: number;
          viewed: number;
          downloaded: number;
          last_at: string;
          seen: Json;
        }[];
      };
      show_document_to_client: {
        Args: { document: string | null; shown: boolean | null };
        Returns: undefined;
      };
      snooze_task: {
        Args: { id: string | null; to_day?: string | null };
        Returns: {
          task_id: string;
          due_on: string;
          task_group: string;
          was_due_on: string;
          was_due_at: string;
          was_remind_at: string;
        }[];
      };
      snooze_tasks: {
        Args: { ids: readonly string[] | null; to_day?: string | null; no_day?: boolean | null };
        Returns: {
          id: string;
          due_on: string;
          task_group: string;
          was_due_on: string;
          was_due_at: string;
          was_remind_at: string;
        }[];
      };
      snooze_tie: {
        Args: { contact: string | null; colleague: string | null; days: number | null };
        Returns: string;
      };
      start_retainer: {
        Args: { retainer: string | null };
        Returns: Json;
      };
      stop_enrolments: {
        Args: { ids: readonly string[] | null; why?: string | null };
        Returns: number;
      };
      stop_viewing: {
        Args: never;
        Returns: undefined;
      };
      suggest_accounts: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["accounts"]["Row"][];
        SetofOptions: { from: "*"; to: "accounts"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_close_reasons: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["close_reasons"]["Row"][];
        SetofOptions: { from: "*"; to: "close_reasons"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_contacts: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["contacts"]["Row"][];
        SetofOptions: { from: "*"; to: "contacts"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_deal_stages: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["deal_stages"]["Row"][];
        SetofOptions: { from: "*"; to: "deal_stages"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_deals: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["deals"]["Row"][];
        SetofOptions: { from: "*"; to: "deals"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_documents: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["documents"]["Row"][];
        SetofOptions: { from: "*"; to: "documents"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_inquiries: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"][];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_invoices: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["invoices"]["Row"][];
        SetofOptions: { from: "*"; to: "invoices"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_mail_templates: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["mail_templates"]["Row"][];
        SetofOptions: { from: "*"; to: "mail_templates"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_payment_requests: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["payment_requests"]["Row"][];
        SetofOptions: { from: "*"; to: "payment_requests"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_proposal_versions: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["proposal_versions"]["Row"][];
        SetofOptions: { from: "*"; to: "proposal_versions"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_proposals: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["proposals"]["Row"][];
        SetofOptions: { from: "*"; to: "proposals"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_sequences: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["sequences"]["Row"][];
        SetofOptions: { from: "*"; to: "sequences"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_services: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["services"]["Row"][];
        SetofOptions: { from: "*"; to: "services"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_staff: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["staff"]["Row"][];
        SetofOptions: { from: "*"; to: "staff"; isOneToOne: false; isSetofReturn: true };
      };
      suggest_tasks: {
        Args: { term: string | null; most?: number | null };
        Returns: Database["public"]["Tables"]["tasks"]["Row"][];
        SetofOptions: { from: "*"; to: "tasks"; isOneToOne: false; isSetofReturn: true };
      };
      suggestion_list: {
        Args: { shown?: string | null; of_kind?: string | null };
        Returns: {
          id: string;
          kind: string;
          rule: string;
          state: string;
          evidence: Json;
          revision: number;
          found_at: string;
          one_id: string;
          one_name: string;
          one_about: string;
          other_id: string;
          other_name: string;
          other_about: string;
          staff_name: string;
          decided_name: string;
          decided_at: string;
          more: number;
        }[];
      };
      suppress_address: {
        Args: { address: string | null; scope?: string | null; why?: string | null };
        Returns: undefined;
      };
      suppressed_among: {
        Args: { addresses: readonly string[] | null; class?: string | null };
        Returns: {
          address: string;
          reason: string;
        }[];
      };
      tag_list: {
        Args: never;
        Returns: {
          id: string;
          name: string;
          color: string;
          uses: Json;
        }[];
      };
      tag_records: {
        Args: {
          kind: string | null;
          ids: readonly string[] | null;
          add?: readonly string[] | null;
          remove?: readonly string[] | null;
        };
        Returns: number;
      };
      take_back_refusal: {
        Args: { suggestion: string | null };
        Returns: string;
      };
      take_back_reply: {
        Args: { inquiry: string | null; reply: string | null };
        Returns: Database["public"]["Tables"]["inquiries"]["Row"];
        SetofOptions: { from: "*"; to: "inquiries"; isOneToOne: true; isSetofReturn: false };
      };
      take_back_talk: {
        Args: { talk: string | null };
        Returns: undefined;
      };
      take_bank_file: {
        Args: { file: JsonArgument | null };
        Returns: Json;
      };
      take_client_access: {
        Args: { access: string | null };
        Returns: undefined;
      };
      task_counts: {
        Args: { mine?: boolean | null; of_priority?: string | null };
        Returns: {
          overdue: number;
          today: number;
          tomorrow: number;
          week: number;
          later: number;
          undated: number;
          done: number;
        }[];
      };
      task_list: {
        Args: {
          mine?: boolean | null;
          of_priority?: string | null;
          in_groups?: readonly string[] | null;
          of_account?: string | null;
          of_contact?: string | null;
          of_inquiry?: string | null;
          of_deal?: string | null;
          most?: number | null;
          skipping?: number | null;
        };
        Returns: {
          id: string;
          title: string;
          notes: string;
          kind: string;
          priority: string;
          due_on: string;
          due_at: string;
          due_time: string;
          remind_at: string;
          remind_before: number;
          assignee_id: string;
          assignee_name: string;
          done_at: string;
          done_time: string;
          done_by_name: string;
          account_id: string;
          account_name: string;
          contact_id: string;
          contact_name: string;
          deal_id: string;
          deal_name: string;
          inquiry_id: string;
          inquiry_name: string;
          source: string;
          created_at: string;
          updated_at: string;
          task_group: string;
          today: string;
        }[];
      };
      tax_report: {
        Args: { from_day: string | null; to_day: string | null; basis?: string | null };
        Returns: Json;
      };
      tax_rows: {
        Args: { filter: JsonArgument | null; at_most?: number | null; skip?: number | null };
        Returns: Json;
      };
      team_list: {
        Args: never;
        Returns: {
          user_id: string;
          name: string;
          email: string;
          role_id: string;
          role_key: string;
          role_name: string;
          is_active: boolean;
          left_at: string;
          second_factor: string;
          asks_second_factor: boolean;
          passkeys: number;
          last_seen: string;
          holds: Json;
          is_me: boolean;
          is_last_owner: boolean;
          is_above_me: boolean;
        }[];
      };
      template_list: {
        Args: { archived?: boolean | null };
        Returns: {
          id: string;
          key: string;
          name: string;
          purpose: string;
          state: string;
          version: number;
          version_id: string;
          subject: string;
          body_text: string;
          body_html: string;
          tags: string[];
          needs: string[];
          saved_at: string;
          saved_by: string;
          uses: number;
          last_used_at: string;
          archived_at: string;
        }[];
      };
      they_replied: {
        Args: { contact: string | null };
        Returns: number;
      };
      tie_evidence: {
        Args: { contact: string | null; colleague: string | null; as_of?: string | null };
        Returns: {
          day: string;
          kind: string;
          inward: boolean;
          n: number;
          weight: number;
          share: number;
          counts: boolean;
        }[];
      };
      ties_of_account: {
        Args: { account: string | null; as_of?: string | null };
        Returns: {
          contact_id: string;
          contact_name: string;
          title: string;
          staff_id: string;
          staff_name: string;
          staff_left: boolean;
          is_hidden: boolean;
          strength: number;
          measure: number;
          given_in: number;
          given_out: number;
          days: number;
          mails: number;
          first_on: string;
          last_on: string;
          last_in: string;
          last_out: string;
          cold_on: string;
        }[];
      };
      ties_of_contact: {
        Args: { contact: string | null; as_of?: string | null };
        Returns: {
          contact_id: string;
          contact_name: string;
          title: string;
          staff_id: string;
          staff_name: string;
          staff_left: boolean;
          is_hidden: boolean;
          strength: number;
          measure: number;
          given_in: number;
          given_out: number;
          days: number;
          mails: number;
          first_on: string;
          last_on: string;
          last_in: string;
          last_out: string;
          cold_on: string;
        }[];
      };
      trash_kinds: {
        Args: never;
        Returns: {
          kind: string;
          record_type: string;
        }[];
      };
      trash_list: {
        Args: { of_kind?: string | null; term?: string | null; before?: string | null; most?: number | null };
        Returns: {
          id: string;
          kind: string;
          record_type: string;
          titles: string[];
          records: number;
          along: Json;
          at: string;
          until: string;
          actor_name: string;
          cause: string;
          merged_into: string;
          merged_into_title: string;
        }[];
      };
      trash_records: {
        Args: { deletion: string | null };
        Returns: {
          id: string;
          title: string;
        }[];
      };
      unallocated_payments: {
        Args: never;
        Returns: {
          id: string;
          amount_minor: number;
          currency: string;
          minor_digits: number;
          received_on: string;
          reference: string;
          provider_id: string;
        }[];
      };
      undo_bank_file: {
        Args: { import: string | null };
        Returns: undefined;
      };
      undo_bank_match: {
        Args: { match: string | null; why: string | null };
        Returns: undefined;
      };
      undo_import: {
        Args: { import: string | null };
        Returns: {
          deleted: number;
          kept: number;
          reverted: number;
          skipped: Json;
        };
      };
      undo_merge: {
        Args: { kind: string | null; gone: string | null };
        Returns: undefined;
      };
      undo_payout: {
        Args: { line: string | null };
        Returns: undefined;
      };
      unfile_thread: {
        Args: { filing: string | null };
        Returns: undefined;
      };
      use_credit: {
        Args: { from_request: string | null; for_request: string | null; amount_minor: number | null };
        Returns: string;
      };
      usual_taxes: {
        Args: { account: string | null; class?: string | null; day?: string | null };
        Returns: Json;
      };
      verify_invoice: {
        Args: { invoice: string | null };
        Returns: Json;
      };
      verify_proposal: {
        Args: { proposal: string | null };
        Returns: Json;
      };
      view_as: {
        Args: { role: string | null };
        Returns: undefined;
      };
      warm_paths: {
        Args: { target: string | null };
        Returns: {
          steps: number;
          weakest: number;
          staff_id: string;
          staff_name: string;
          via_id: string;
          via_name: string;
          via_title: string;
          via_account: string;
          first_strength: number;
          first_in: number;
          first_out: number;
          first_days: number;
          first_mails: number;
          first_last_on: string;
          second_strength: number;
          second_reason: string;
          second_mails: number;
          second_meetings: number;
          second_last_on: string;
        }[];
      };
      weighted_minor: {
        Args: { base_minor: number | null; probability: number | null };
        Returns: number;
      };
      what_visitors_see: {
        Args: { page: string | null; day: string | null };
        Returns: {
          starts_at: string;
          staff_id: string;
          reason: string;
          until_at: string;
        }[];
      };
      why_not_free: {
        Args: { page: string | null; starts_at: string | null; at?: string | null };
        Returns: {
          staff_id: string;
          reason: string;
          until_at: string;
        }[];
      };
      withdraw_consent: {
        Args: { address: string | null; purpose: string | null };
        Returns: undefined;
      };
      withdraw_proposal: {
        Args: { proposal: string | null };
        Returns: Json;
      };
      write_mail: {
        Args: { mail: JsonArgument | null };
        Returns: string;
      };
      write_mail_answer: {
        Args: { answer: JsonArgument | null };
        Returns: Json;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
