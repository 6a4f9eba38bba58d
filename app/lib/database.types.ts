// Generated from the database by npm run generate. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  __InternalSupabase: { PostgrestVersion: "13" };
  public: {
    Tables: {
      accounts: {
        Row: {
          created_at: string;
          domain: string | null;
          id: string;
          industry: string | null;
          name: string;
          notes: string | null;
          type: "Prospect" | "Customer";
          updated_at: string;
          website: string | null;
        };
        Insert: {
          created_at?: string;
          domain?: string | null;
          id?: string;
          industry?: string | null;
          name: string;
          notes?: string | null;
          type?: "Prospect" | "Customer";
          updated_at?: string;
          website?: string | null;
        };
        Update: {
          created_at?: string;
          domain?: string | null;
          id?: string;
          industry?: string | null;
          name?: string;
          notes?: string | null;
          type?: "Prospect" | "Customer";
          updated_at?: string;
          website?: string | null;
        };
        Relationships: [];
      };
      contacts: {
        Row: {
          account_id: string;
          created_at: string;
          email: string | null;
          id: string;
          name: string;
          notes: string | null;
          phone: string | null;
          role: string | null;
          title: string | null;
          updated_at: string;
        };
        Insert: {
          account_id: string;
          created_at?: string;
          email?: string | null;
          id?: string;
          name: string;
          notes?: string | null;
          phone?: string | null;
          role?: string | null;
          title?: string | null;
          updated_at?: string;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          email?: string | null;
          id?: string;
          name?: string;
          notes?: string | null;
          phone?: string | null;
          role?: string | null;
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
        ];
      };
      import_parts: {
        Row: {
          import_id: string;
          part: number;
          records: Json;
          uploaded_at: string;
          uploaded_by: string;
        };
        Insert: {
          import_id: string;
          part: number;
          records: Json;
          uploaded_at?: string;
          uploaded_by?: string;
        };
        Update: {
          import_id?: string;
          part?: number;
          records?: Json;
          uploaded_at?: string;
          uploaded_by?: string;
        };
        Relationships: [];
      };
      user_roles: {
        Row: {
          created_at: string;
          role: "admin";
          user_id: string;
        };
        Insert: {
          created_at?: string;
          role: "admin";
          user_id: string;
        };
        Update: {
          created_at?: string;
          role?: "admin";
          user_id?: string;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      check_accounts_import: {
        Args: { import: string };
        Returns: {
          line: number;
          finding: string;
        }[];
      };
      check_contacts_import: {
        Args: { import: string };
        Returns: {
          line: number;
          finding: string;
        }[];
      };
      count_contacts_of: {
        Args: { ids: string[] };
        Returns: number;
      };
      count_found_accounts: {
        Args: { term: string; of_type?: string };
        Returns: number;
      };
      count_found_contacts: {
        Args: { term: string; of_account?: string };
        Returns: number;
      };
      delete_accounts: {
        Args: { ids: string[] };
        Returns: number;
      };
      delete_contacts: {
        Args: { ids: string[] };
        Returns: number;
      };
      domain_key: {
        Args: { domain: string };
        Returns: string;
      };
      email_key: {
        Args: { email: string };
        Returns: string;
      };
      end_my_session: {
        Args: { session: string };
        Returns: boolean;
      };
      import_accounts: {
        Args: { import: string; skip_duplicates?: boolean };
        Returns: number;
      };
      import_contacts: {
        Args: { import: string; skip_duplicates?: boolean; create_companies?: boolean };
        Returns: {
          contacts_added: number;
          accounts_added: number;
        };
      };
      is_admin: {
        Args: never;
        Returns: boolean;
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
      search_accounts: {
        Args: {
          term: string;
          of_type?: string;
          sort?: string;
          descending?: boolean;
          skip?: number;
          most?: number;
          until_moment?: string;
          after_id?: string;
        };
        Returns: Database["public"]["Tables"]["accounts"]["Row"][];
        SetofOptions: { from: "*"; to: "accounts"; isOneToOne: false; isSetofReturn: true };
      };
      search_contacts: {
        Args: {
          term: string;
          of_account?: string;
          sort?: string;
          descending?: boolean;
          skip?: number;
          most?: number;
          until_moment?: string;
          after_id?: string;
        };
        Returns: Database["public"]["Tables"]["contacts"]["Row"][];
        SetofOptions: { from: "*"; to: "contacts"; isOneToOne: false; isSetofReturn: true };
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
