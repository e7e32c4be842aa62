// Written by `cargo xtask gen` from the declared tables.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      categories: {
        Row: { id: string; name: string; description: string | null; created_at: string; updated_at: string };
        Insert: { id?: string; name: string; description?: string | null };
        Update: { name?: string; description?: string | null; updated_at?: string };
        Relationships: [];
      };
      contents: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          body: string | null;
          content_type: string;
          category: string | null;
          category_id: string;
          is_published: boolean;
          is_featured: boolean;
          is_member_only: boolean;
          created_at: string;
          updated_at: string;
          published_at: string | null;
          author_id: string | null;
          read_time: string | null;
          thumbnail_url: string | null;
          external_link: string | null;
          file_url: string | null;
          tags: string[];
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          body?: string | null;
          content_type: string;
          category_id: string;
          is_published?: boolean;
          is_featured?: boolean;
          is_member_only?: boolean;
          author_id?: string | null;
          read_time?: string | null;
          thumbnail_url?: string | null;
          external_link?: string | null;
          file_url?: string | null;
          tags?: string[];
        };
        Update: {
          title?: string;
          description?: string | null;
          body?: string | null;
          content_type?: string;
          category_id?: string;
          is_published?: boolean;
          is_featured?: boolean;
          is_member_only?: boolean;
          updated_at?: string;
          read_time?: string | null;
          thumbnail_url?: string | null;
          external_link?: string | null;
          file_url?: string | null;
          tags?: string[];
        };
        Relationships: [];
      };
      newsletter_subscriptions: {
        Row: { id: string; email: string; is_active: boolean; created_at: string };
        Insert: { email: string };
        Update: { is_active?: boolean };
        Relationships: [];
      };
    };
    Views: Record<string, never>;
    Functions: Record<string, never>;
    Enums: Record<string, never>;
    CompositeTypes: Record<string, never>;
  };
};
