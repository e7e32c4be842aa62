// Written by `cargo xtask gen` from the declared tables. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json } | Json[];

export type AppealOutcome = 'confirmed' | 'overturned';
export type CaseDecision = 'keep' | 'hide' | 'delete' | 'lock' | 'picture' | 'warn' | 'silence' | 'ban';
export type CaseKind = 'post' | 'comment' | 'profile' | 'outside';
export type CaseOrigin = 'reports' | 'newcomer' | 'words' | 'links' | 'review' | 'fast' | 'outside' | 'staff';
export type CaseStatus = 'open' | 'decided';
export type CertificateKind = 'course' | 'programme';
export type Closing = 'refunded' | 'disputed' | 'unpaid';
export type CompanySize = 'Até 9' | '10 a 49' | '50 a 200' | 'Mais de 200';
export type ConsentMethod = 'sign_up' | 'settings';
export type ContentType = 'article' | 'video' | 'audio' | 'pdf' | 'link' | 'letter';
export type CourseAccessSource = 'manual' | 'hotmart';
export type CourseLevel = 'Iniciante' | 'Intermediário' | 'Avançado';
export type EmailPeriod = '5min' | 'hora' | '3h' | '6h' | '12h' | 'dia' | 'semana' | 'nunca';
export type Entitlement = 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access';
export type ExperienceLevel = 'iniciante' | 'intermediario' | 'avancado' | 'expert';
export type FinishedBy = 'played' | 'read' | 'quiz' | 'button';
export type HiddenBecause = 'newcomer' | 'words' | 'links' | 'review' | 'fast' | 'reports' | 'staff';
export type JobStatus = 'running' | 'success' | 'error';
export type LegalText = 'terms' | 'privacy';
export type LessonKind = 'video' | 'audio' | 'pdf' | 'text' | 'quiz';
export type MessageState = 'new' | 'answered' | 'archived';
export type MessageSubject = 'Mentoria Executiva' | 'Consultoria Estratégica' | 'Palestras e Eventos' | 'Parcerias' | 'Mídia e Entrevistas' | 'Outros Assuntos';
export type NoticeKind = 'mention' | 'reply' | 'comment' | 'accepted' | 'like' | 'post' | 'content' | 'moderation';
export type NoticeLevel = 'acompanhar' | 'seguir' | 'normal' | 'silenciar';
export type NoticeReason = 'author' | 'post' | 'channel';
export type PaidPlan = 'update' | 'scale' | 'professional';
export type PlanPeriod = 'month' | 'year';
export type PointReason = 'lesson' | 'quiz' | 'course' | 'answer';
export type QuestionKind = 'single' | 'multiple' | 'boolean' | 'text';
export type ReportOutcome = 'upheld' | 'dismissed';
export type ReportReason = 'ofensa' | 'assedio' | 'propaganda' | 'dados_pessoais' | 'direitos_autorais' | 'conteudo_ilegal' | 'outro';
export type ReviewState = 'waiting' | 'returned';
export type RevisionKind = 'publish' | 'restore' | 'edit';
export type Role = 'admin' | 'moderator' | 'editor' | 'publisher';
export type SubscriberStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused' | 'courtesy' | 'unknown';
export type SummaryPeriod = 'dia' | 'semana' | 'mes' | 'nunca';
export type Visibility = 'membros' | 'moderacao' | 'ninguem';

export type Database = {
  public: {
    Tables: {
      auth_logs: {
        Row: {
          id: string;
          created_at: string;
          action: string;
          user_id: string | null;
          ip_address: string | null;
          success: boolean;
          error_message: string | null;
        };
        Insert: {
          id?: string;
          created_at?: string;
          action: string;
          user_id?: string | null;
          ip_address?: string | null;
          success: boolean;
          error_message?: string | null;
        };
        Update: {
          id?: string;
          created_at?: string;
          action?: string;
          user_id?: string | null;
          ip_address?: string | null;
          success?: boolean;
          error_message?: string | null;
        };
        Relationships: [
        ];
      };
      user_roles: {
        Row: {
          id: string;
          user_id: string;
          role: Role;
          created_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          role: Role;
          created_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          role?: Role;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      consents: {
        Row: {
          id: string;
          user_id: string;
          document: LegalText;
          version: string;
          accepted_at: string;
          method: ConsentMethod;
        };
        Insert: {
          id?: string;
          user_id?: string;
          document: LegalText;
          version: string;
          accepted_at?: string;
          method?: ConsentMethod;
        };
        Update: {
          id?: string;
          user_id?: string;
          document?: LegalText;
          version?: string;
          accepted_at?: string;
          method?: ConsentMethod;
        };
        Relationships: [
        ];
      };
      security_settings: {
        Row: {
          setting_key: string;
          setting_value: string;
          description: string | null;
          updated_by: string | null;
          updated_at: string;
        };
        Insert: {
          setting_key: string;
          setting_value: string;
          description?: string | null;
          updated_by?: string | null;
          updated_at?: string;
        };
        Update: {
          setting_key?: string;
          setting_value?: string;
          description?: string | null;
          updated_by?: string | null;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      audit_log: {
        Row: {
          id: string;
          created_at: string;
          actor_id: string | null;
          action: string;
          subject: string;
          old_value: string | null;
          new_value: string | null;
          ip_address: string | null;
        };
        Insert: {
          id?: string;
          created_at?: string;
          actor_id?: string | null;
          action: string;
          subject: string;
          old_value?: string | null;
          new_value?: string | null;
          ip_address?: string | null;
        };
        Update: {
          id?: string;
          created_at?: string;
          actor_id?: string | null;
          action?: string;
          subject?: string;
          old_value?: string | null;
          new_value?: string | null;
          ip_address?: string | null;
        };
        Relationships: [
        ];
      };
      job_execution_logs: {
        Row: {
          id: string;
          executed_at: string;
          job_name: string;
          status: JobStatus;
          duration_ms: number | null;
          message: string | null;
        };
        Insert: {
          id?: string;
          executed_at?: string;
          job_name: string;
          status: JobStatus;
          duration_ms?: number | null;
          message?: string | null;
        };
        Update: {
          id?: string;
          executed_at?: string;
          job_name?: string;
          status?: JobStatus;
          duration_ms?: number | null;
          message?: string | null;
        };
        Relationships: [
        ];
      };
      member_profiles: {
        Row: {
          id: string;
          user_id: string;
          display_name: string | null;
          bio: string | null;
          company: string | null;
          position: string | null;
          linkedin_url: string | null;
          website_url: string | null;
          avatar_url: string | null;
          experience_level: ExperienceLevel;
          bio_visibility: Visibility;
          company_visibility: Visibility;
          position_visibility: Visibility;
          linkedin_visibility: Visibility;
          website_visibility: Visibility;
          in_directory: boolean;
          join_date: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          display_name?: string | null;
          bio?: string | null;
          company?: string | null;
          position?: string | null;
          linkedin_url?: string | null;
          website_url?: string | null;
          avatar_url?: string | null;
          experience_level?: ExperienceLevel;
          bio_visibility?: Visibility;
          company_visibility?: Visibility;
          position_visibility?: Visibility;
          linkedin_visibility?: Visibility;
          website_visibility?: Visibility;
          in_directory?: boolean;
          join_date?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          display_name?: string | null;
          bio?: string | null;
          company?: string | null;
          position?: string | null;
          linkedin_url?: string | null;
          website_url?: string | null;
          avatar_url?: string | null;
          experience_level?: ExperienceLevel;
          bio_visibility?: Visibility;
          company_visibility?: Visibility;
          position_visibility?: Visibility;
          linkedin_visibility?: Visibility;
          website_visibility?: Visibility;
          in_directory?: boolean;
          join_date?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      account_erasures: {
        Row: {
          user_id: string;
          requested_at: string;
          due_at: string;
        };
        Insert: {
          user_id: string;
          requested_at?: string;
          due_at: string;
        };
        Update: {
          user_id?: string;
          requested_at?: string;
          due_at?: string;
        };
        Relationships: [
        ];
      };
      subscribers: {
        Row: {
          id: string;
          user_id: string | null;
          email: string;
          subscribed: boolean;
          plan: PaidPlan | null;
          period: PlanPeriod | null;
          status: SubscriberStatus;
          current_period_end: string | null;
          cancel_at_period_end: boolean;
          customer_id: string | null;
          subscription_id: string | null;
          past_due_since: string | null;
          closed_because: Closing | null;
          courtesy_until: string | null;
          access_until: string | null;
          access_reason: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string | null;
          email: string;
          subscribed?: boolean;
          plan?: PaidPlan | null;
          period?: PlanPeriod | null;
          status: SubscriberStatus;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          customer_id?: string | null;
          subscription_id?: string | null;
          past_due_since?: string | null;
          closed_because?: Closing | null;
          courtesy_until?: string | null;
          access_until?: string | null;
          access_reason?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string | null;
          email?: string;
          subscribed?: boolean;
          plan?: PaidPlan | null;
          period?: PlanPeriod | null;
          status?: SubscriberStatus;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          customer_id?: string | null;
          subscription_id?: string | null;
          past_due_since?: string | null;
          closed_because?: Closing | null;
          courtesy_until?: string | null;
          access_until?: string | null;
          access_reason?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      payment_invoices: {
        Row: {
          id: string;
          user_id: string | null;
          subscription_id: string | null;
          price_id: string | null;
          plan: string | null;
          period: PlanPeriod | null;
          number: string | null;
          tax_id: string | null;
          status: string;
          amount: number;
          currency: string;
          period_start: string | null;
          period_end: string | null;
          paid_at: string | null;
          failed_at: string | null;
          refunded_at: string | null;
          refunded_amount: number;
          hosted_url: string | null;
          pdf_url: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id: string;
          user_id?: string | null;
          subscription_id?: string | null;
          price_id?: string | null;
          plan?: string | null;
          period?: PlanPeriod | null;
          number?: string | null;
          tax_id?: string | null;
          status: string;
          amount: number;
          currency: string;
          period_start?: string | null;
          period_end?: string | null;
          paid_at?: string | null;
          failed_at?: string | null;
          refunded_at?: string | null;
          refunded_amount?: number;
          hosted_url?: string | null;
          pdf_url?: string | null;
          created_at: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string | null;
          subscription_id?: string | null;
          price_id?: string | null;
          plan?: string | null;
          period?: PlanPeriod | null;
          number?: string | null;
          tax_id?: string | null;
          status?: string;
          amount?: number;
          currency?: string;
          period_start?: string | null;
          period_end?: string | null;
          paid_at?: string | null;
          failed_at?: string | null;
          refunded_at?: string | null;
          refunded_amount?: number;
          hosted_url?: string | null;
          pdf_url?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      hotmart_access: {
        Row: {
          id: string;
          email: string;
          active: boolean;
          course_url: string | null;
          expires_at: string | null;
          source: CourseAccessSource;
          checked_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          email: string;
          active?: boolean;
          course_url?: string | null;
          expires_at?: string | null;
          source?: CourseAccessSource;
          checked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          email?: string;
          active?: boolean;
          course_url?: string | null;
          expires_at?: string | null;
          source?: CourseAccessSource;
          checked_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      categories: {
        Row: {
          id: string;
          name: string;
          description: string | null;
          created_at: string;
          updated_at: string;
          sort_order: number;
          contents_count: number | null;
          open_contents_count: number;
        };
        Insert: {
          id?: string;
          name: string;
          description?: string | null;
          created_at?: string;
          updated_at?: string;
          sort_order?: number;
        };
        Update: {
          id?: string;
          name?: string;
          description?: string | null;
          created_at?: string;
          updated_at?: string;
          sort_order?: number;
        };
        Relationships: [
        ];
      };
      contents: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          body: string | null;
          content_type: ContentType;
          category: string | null;
          category_id: string | null;
          is_published: boolean;
          is_featured: boolean;
          is_member_only: boolean;
          entitlement: Entitlement;
          visible_from: string | null;
          created_at: string;
          updated_at: string;
          published_at: string | null;
          author_id: string | null;
          read_time: string | null;
          counted_read_time: string | null;
          has_member_part: boolean;
          open_body: string | null;
          thumbnail_url: string | null;
          external_link: string | null;
          file_url: string | null;
          tags: string[];
          version: number;
          changed_by: string | null;
          publish_at: string | null;
          unpublish_at: string | null;
          trashed_at: string | null;
          slug: string | null;
          seo_title: string | null;
          seo_description: string | null;
          preheader: string | null;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          body?: string | null;
          content_type: ContentType;
          category_id?: string | null;
          is_published?: boolean;
          is_featured?: boolean;
          is_member_only?: boolean;
          entitlement?: Entitlement;
          visible_from?: string | null;
          created_at?: string;
          updated_at?: string;
          published_at?: string | null;
          author_id?: string | null;
          read_time?: string | null;
          counted_read_time?: string | null;
          has_member_part?: boolean;
          open_body?: string | null;
          thumbnail_url?: string | null;
          external_link?: string | null;
          file_url?: string | null;
          tags?: string[];
          version?: number;
          changed_by?: string | null;
          publish_at?: string | null;
          unpublish_at?: string | null;
          trashed_at?: string | null;
          slug?: string | null;
          seo_title?: string | null;
          seo_description?: string | null;
          preheader?: string | null;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string | null;
          body?: string | null;
          content_type?: ContentType;
          category_id?: string | null;
          is_published?: boolean;
          is_featured?: boolean;
          is_member_only?: boolean;
          entitlement?: Entitlement;
          visible_from?: string | null;
          created_at?: string;
          updated_at?: string;
          published_at?: string | null;
          author_id?: string | null;
          read_time?: string | null;
          counted_read_time?: string | null;
          has_member_part?: boolean;
          open_body?: string | null;
          thumbnail_url?: string | null;
          external_link?: string | null;
          file_url?: string | null;
          tags?: string[];
          version?: number;
          changed_by?: string | null;
          publish_at?: string | null;
          unpublish_at?: string | null;
          trashed_at?: string | null;
          slug?: string | null;
          seo_title?: string | null;
          seo_description?: string | null;
          preheader?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'contents_category_id_fkey'; columns: ['category_id']; isOneToOne: false; referencedRelation: 'categories'; referencedColumns: ['id'] },
        ];
      };
      content_progress: {
        Row: {
          content_id: string;
          user_id: string;
          position: number;
          progress: number;
          completed_at: string | null;
          updated_at: string;
        };
        Insert: {
          content_id: string;
          user_id?: string;
          position?: number;
          progress?: number;
          completed_at?: string | null;
          updated_at?: string;
        };
        Update: {
          content_id?: string;
          user_id?: string;
          position?: number;
          progress?: number;
          completed_at?: string | null;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'content_progress_content_id_fkey'; columns: ['content_id']; isOneToOne: false; referencedRelation: 'contents'; referencedColumns: ['id'] },
        ];
      };
      content_drafts: {
        Row: {
          content_id: string;
          title: string | null;
          fields: Json;
          version: number;
          content_version: number;
          author_id: string | null;
          created_at: string;
          saved_at: string;
          counted_read_time: string | null;
        };
        Insert: {
          content_id: string;
          title?: string | null;
          fields: Json;
          version: number;
          content_version: number;
          author_id?: string | null;
          created_at?: string;
          saved_at: string;
          counted_read_time?: string | null;
        };
        Update: {
          content_id?: string;
          title?: string | null;
          fields?: Json;
          version?: number;
          content_version?: number;
          author_id?: string | null;
          created_at?: string;
          saved_at?: string;
          counted_read_time?: string | null;
        };
        Relationships: [
        ];
      };
      content_revisions: {
        Row: {
          id: string;
          content_id: string;
          kind: RevisionKind;
          fields: Json;
          words: number;
          author_id: string | null;
          created_at: string;
          changed_at: string;
        };
        Insert: {
          id?: string;
          content_id: string;
          kind: RevisionKind;
          fields: Json;
          words: number;
          author_id?: string | null;
          created_at: string;
          changed_at: string;
        };
        Update: {
          id?: string;
          content_id?: string;
          kind?: RevisionKind;
          fields?: Json;
          words?: number;
          author_id?: string | null;
          created_at?: string;
          changed_at?: string;
        };
        Relationships: [
        ];
      };
      content_review_links: {
        Row: {
          id: string;
          content_id: string;
          author_id: string;
          created_at: string;
          expires_at: string;
        };
        Insert: {
          id?: string;
          content_id: string;
          author_id: string;
          created_at?: string;
          expires_at: string;
        };
        Update: {
          id?: string;
          content_id?: string;
          author_id?: string;
          created_at?: string;
          expires_at?: string;
        };
        Relationships: [
        ];
      };
      content_addresses: {
        Row: {
          slug: string;
          content_id: string;
          created_at: string;
        };
        Insert: {
          slug: string;
          content_id: string;
          created_at?: string;
        };
        Update: {
          slug?: string;
          content_id?: string;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'content_addresses_content_id_fkey'; columns: ['content_id']; isOneToOne: false; referencedRelation: 'contents'; referencedColumns: ['id'] },
        ];
      };
      content_reviews: {
        Row: {
          content_id: string;
          state: ReviewState;
          author_id: string | null;
          requested_at: string;
          changed_at: string;
        };
        Insert: {
          content_id: string;
          state: ReviewState;
          author_id?: string | null;
          requested_at: string;
          changed_at: string;
        };
        Update: {
          content_id?: string;
          state?: ReviewState;
          author_id?: string | null;
          requested_at?: string;
          changed_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'content_reviews_content_id_fkey'; columns: ['content_id']; isOneToOne: true; referencedRelation: 'contents'; referencedColumns: ['id'] },
        ];
      };
      content_comments: {
        Row: {
          id: string;
          content_id: string;
          author_id: string | null;
          body: string;
          created_at: string;
          resolved_at: string | null;
          resolved_by: string | null;
        };
        Insert: {
          id?: string;
          content_id: string;
          author_id?: string | null;
          body: string;
          created_at?: string;
          resolved_at?: string | null;
          resolved_by?: string | null;
        };
        Update: {
          id?: string;
          content_id?: string;
          author_id?: string | null;
          body?: string;
          created_at?: string;
          resolved_at?: string | null;
          resolved_by?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'content_comments_content_id_fkey'; columns: ['content_id']; isOneToOne: false; referencedRelation: 'contents'; referencedColumns: ['id'] },
        ];
      };
      newsletter_subscriptions: {
        Row: {
          id: string;
          email: string;
          is_active: boolean;
          created_at: string;
          updated_at: string;
          confirmed_at: string | null;
          consented_at: string | null;
          consent_source: string | null;
          unsubscribed_at: string | null;
          notified_at: string | null;
          tags: string[];
        };
        Insert: {
          id?: string;
          email: string;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          confirmed_at?: string | null;
          consented_at?: string | null;
          consent_source?: string | null;
          unsubscribed_at?: string | null;
          notified_at?: string | null;
          tags?: string[];
        };
        Update: {
          id?: string;
          email?: string;
          is_active?: boolean;
          created_at?: string;
          updated_at?: string;
          confirmed_at?: string | null;
          consented_at?: string | null;
          consent_source?: string | null;
          unsubscribed_at?: string | null;
          notified_at?: string | null;
          tags?: string[];
        };
        Relationships: [
        ];
      };
      contacts: {
        Row: {
          id: string;
          name: string;
          email: string;
          company: string | null;
          subject: MessageSubject;
          message: string;
          notification_email: string | null;
          status: MessageState;
          created_at: string;
          updated_at: string;
          notified_at: string | null;
        };
        Insert: {
          id?: string;
          name: string;
          email: string;
          company?: string | null;
          subject: MessageSubject;
          message: string;
          notification_email?: string | null;
          status?: MessageState;
          created_at?: string;
          updated_at?: string;
          notified_at?: string | null;
        };
        Update: {
          id?: string;
          name?: string;
          email?: string;
          company?: string | null;
          subject?: MessageSubject;
          message?: string;
          notification_email?: string | null;
          status?: MessageState;
          created_at?: string;
          updated_at?: string;
          notified_at?: string | null;
        };
        Relationships: [
        ];
      };
      waitlist_entries: {
        Row: {
          id: string;
          name: string;
          email: string;
          company: string | null;
          size: CompanySize | null;
          created_at: string;
          updated_at: string;
          notified_at: string | null;
        };
        Insert: {
          id?: string;
          name: string;
          email: string;
          company?: string | null;
          size?: CompanySize | null;
          created_at?: string;
          updated_at?: string;
          notified_at?: string | null;
        };
        Update: {
          id?: string;
          name?: string;
          email?: string;
          company?: string | null;
          size?: CompanySize | null;
          created_at?: string;
          updated_at?: string;
          notified_at?: string | null;
        };
        Relationships: [
        ];
      };
      channels: {
        Row: {
          id: string;
          name: string;
          description: string | null;
          is_private: boolean;
          is_waiting: boolean;
          created_by: string | null;
          created_at: string;
          member_count: number;
        };
        Insert: {
          id?: string;
          name: string;
          description?: string | null;
          is_private?: boolean;
          is_waiting?: boolean;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          id?: string;
          name?: string;
          description?: string | null;
          is_private?: boolean;
          is_waiting?: boolean;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      channel_members: {
        Row: {
          channel_id: string;
          user_id: string;
          channel_owner: string | null;
          channel_private: boolean | null;
          joined_at: string;
        };
        Insert: {
          channel_id: string;
          user_id?: string;
          joined_at?: string;
        };
        Update: {
          channel_id?: string;
          user_id?: string;
          joined_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'channel_members_channel_id_fkey'; columns: ['channel_id']; isOneToOne: false; referencedRelation: 'channels'; referencedColumns: ['id'] },
        ];
      };
      channel_decisions: {
        Row: {
          id: string;
          user_id: string;
          channel_id: string;
          name: string;
          is_approved: boolean;
          reason: string | null;
          decided_by: string | null;
          decided_at: string | null;
        };
        Insert: {
          id?: string;
          user_id: string;
          channel_id: string;
          name: string;
          is_approved: boolean;
          reason?: string | null;
          decided_by?: string | null;
          decided_at?: string | null;
        };
        Update: {
          id?: string;
          user_id?: string;
          channel_id?: string;
          name?: string;
          is_approved?: boolean;
          reason?: string | null;
          decided_by?: string | null;
          decided_at?: string | null;
        };
        Relationships: [
        ];
      };
      community_categories: {
        Row: {
          id: string;
          name: string;
          color: string;
          is_active: boolean;
          sort_order: number;
        };
        Insert: {
          id?: string;
          name: string;
          color?: string;
          is_active?: boolean;
          sort_order?: number;
        };
        Update: {
          id?: string;
          name?: string;
          color?: string;
          is_active?: boolean;
          sort_order?: number;
        };
        Relationships: [
        ];
      };
      courses: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          requirements: string | null;
          instructor: string | null;
          duration: string | null;
          thumbnail: string | null;
          categories: string[];
          tags: string[];
          level: CourseLevel;
          entitlement: Entitlement;
          visible_from: string | null;
          is_programme_only: boolean;
          has_certificate: boolean;
          needs_quizzes: boolean;
          certificate_months: number | null;
          sort_order: number;
          is_published: boolean;
          lessons: number;
          students_count: number;
          reviews_count: number;
          rating: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          requirements?: string | null;
          instructor?: string | null;
          duration?: string | null;
          thumbnail?: string | null;
          categories?: string[];
          tags?: string[];
          level: CourseLevel;
          entitlement?: Entitlement;
          visible_from?: string | null;
          is_programme_only?: boolean;
          has_certificate?: boolean;
          needs_quizzes?: boolean;
          certificate_months?: number | null;
          sort_order?: number;
          is_published?: boolean;
          rating?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string | null;
          requirements?: string | null;
          instructor?: string | null;
          duration?: string | null;
          thumbnail?: string | null;
          categories?: string[];
          tags?: string[];
          level?: CourseLevel;
          entitlement?: Entitlement;
          visible_from?: string | null;
          is_programme_only?: boolean;
          has_certificate?: boolean;
          needs_quizzes?: boolean;
          certificate_months?: number | null;
          sort_order?: number;
          is_published?: boolean;
          rating?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      course_modules: {
        Row: {
          id: string;
          course_id: string;
          title: string;
          sort_order: number;
          course_published: boolean | null;
          course_visible_from: string | null;
        };
        Insert: {
          id?: string;
          course_id: string;
          title: string;
          sort_order?: number;
        };
        Update: {
          id?: string;
          course_id?: string;
          title?: string;
          sort_order?: number;
        };
        Relationships: [
          { foreignKeyName: 'course_modules_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
        ];
      };
      lessons: {
        Row: {
          id: string;
          module_id: string;
          course_id: string;
          title: string;
          summary: string | null;
          kind: LessonKind;
          body: string | null;
          file_url: string | null;
          captions: string | null;
          duration_seconds: number;
          sort_order: number;
          is_published: boolean;
          is_sample: boolean;
          opens_at: string | null;
          opens_after_days: number;
          requires_lesson_id: string | null;
          pass_mark: number;
          max_attempts: number;
          is_shuffled: boolean;
          course_published: boolean | null;
          course_visible_from: string | null;
          media: Json | null;
          revision: number;
          created_at: string;
        };
        Insert: {
          id?: string;
          module_id: string;
          course_id: string;
          title: string;
          summary?: string | null;
          kind?: LessonKind;
          body?: string | null;
          file_url?: string | null;
          captions?: string | null;
          duration_seconds?: number;
          sort_order?: number;
          is_published?: boolean;
          is_sample?: boolean;
          opens_at?: string | null;
          opens_after_days?: number;
          requires_lesson_id?: string | null;
          pass_mark?: number;
          max_attempts?: number;
          is_shuffled?: boolean;
          media?: Json | null;
          revision?: number;
          created_at?: string;
        };
        Update: {
          id?: string;
          module_id?: string;
          course_id?: string;
          title?: string;
          summary?: string | null;
          kind?: LessonKind;
          body?: string | null;
          file_url?: string | null;
          captions?: string | null;
          duration_seconds?: number;
          sort_order?: number;
          is_published?: boolean;
          is_sample?: boolean;
          opens_at?: string | null;
          opens_after_days?: number;
          requires_lesson_id?: string | null;
          pass_mark?: number;
          max_attempts?: number;
          is_shuffled?: boolean;
          media?: Json | null;
          revision?: number;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'lessons_module_id_fkey'; columns: ['module_id']; isOneToOne: false; referencedRelation: 'course_modules'; referencedColumns: ['id'] },
          { foreignKeyName: 'lessons_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
          { foreignKeyName: 'lessons_requires_lesson_id_fkey'; columns: ['requires_lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
        ];
      };
      community_posts: {
        Row: {
          id: string;
          title: string | null;
          content: string | null;
          category_id: string | null;
          channel_id: string;
          tags: string[] | null;
          lesson_id: string | null;
          entitlement: Entitlement;
          author_id: string;
          is_pinned: boolean;
          is_hidden: boolean;
          hidden_because: HiddenBecause | null;
          is_locked: boolean;
          likes_count: number;
          comments_count: number;
          accepted_count: number;
          views_count: number;
          created_at: string;
          updated_at: string;
          edited_at: string | null;
          last_activity_at: string;
          deleted_at: string | null;
          is_deleted: boolean;
          content_html: string | null;
          excerpt: string | null;
        };
        Insert: {
          id?: string;
          title: string;
          content: string;
          category_id?: string | null;
          channel_id?: string;
          tags?: string[];
          lesson_id?: string | null;
          entitlement?: Entitlement;
          author_id?: string;
          is_pinned?: boolean;
          is_hidden?: boolean;
          hidden_because?: HiddenBecause | null;
          is_locked?: boolean;
          created_at?: string;
          updated_at?: string;
          edited_at?: string | null;
          last_activity_at?: string;
          deleted_at?: string | null;
          is_deleted?: boolean;
          content_html?: string | null;
          excerpt?: string | null;
        };
        Update: {
          id?: string;
          title?: string;
          content?: string;
          category_id?: string | null;
          channel_id?: string;
          tags?: string[];
          lesson_id?: string | null;
          entitlement?: Entitlement;
          author_id?: string;
          is_pinned?: boolean;
          is_hidden?: boolean;
          hidden_because?: HiddenBecause | null;
          is_locked?: boolean;
          created_at?: string;
          updated_at?: string;
          edited_at?: string | null;
          last_activity_at?: string;
          deleted_at?: string | null;
          is_deleted?: boolean;
          content_html?: string | null;
          excerpt?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'community_posts_category_id_fkey'; columns: ['category_id']; isOneToOne: false; referencedRelation: 'community_categories'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_posts_channel_id_fkey'; columns: ['channel_id']; isOneToOne: false; referencedRelation: 'channels'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_posts_lesson_id_fkey'; columns: ['lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
        ];
      };
      community_comments: {
        Row: {
          id: string;
          post_id: string;
          parent_id: string | null;
          content: string | null;
          author_id: string;
          is_hidden: boolean;
          hidden_because: HiddenBecause | null;
          is_accepted: boolean;
          likes_count: number;
          channel_id: string | null;
          post_entitlement: string | null;
          post_author: string | null;
          post_hidden: boolean | null;
          post_locked: boolean | null;
          post_deleted: boolean | null;
          created_at: string;
          updated_at: string;
          edited_at: string | null;
          deleted_at: string | null;
          is_deleted: boolean;
          content_html: string | null;
        };
        Insert: {
          id?: string;
          post_id: string;
          parent_id?: string | null;
          content: string;
          author_id?: string;
          is_hidden?: boolean;
          hidden_because?: HiddenBecause | null;
          is_accepted?: boolean;
          created_at?: string;
          updated_at?: string;
          edited_at?: string | null;
          deleted_at?: string | null;
          is_deleted?: boolean;
          content_html?: string | null;
        };
        Update: {
          id?: string;
          post_id?: string;
          parent_id?: string | null;
          content?: string;
          author_id?: string;
          is_hidden?: boolean;
          hidden_because?: HiddenBecause | null;
          is_accepted?: boolean;
          created_at?: string;
          updated_at?: string;
          edited_at?: string | null;
          deleted_at?: string | null;
          is_deleted?: boolean;
          content_html?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'community_comments_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_comments_parent_id_fkey'; columns: ['parent_id']; isOneToOne: false; referencedRelation: 'community_comments'; referencedColumns: ['id'] },
        ];
      };
      community_likes: {
        Row: {
          post_id: string;
          user_id: string;
          channel_id: string | null;
          post_entitlement: string | null;
          post_author: string | null;
          post_hidden: boolean | null;
          created_at: string;
        };
        Insert: {
          post_id: string;
          user_id?: string;
          created_at?: string;
        };
        Update: {
          post_id?: string;
          user_id?: string;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_likes_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
        ];
      };
      community_comment_likes: {
        Row: {
          comment_id: string;
          post_id: string;
          user_id: string;
          channel_id: string | null;
          post_entitlement: string | null;
          post_hidden: boolean | null;
          post_author: string | null;
          comment_hidden: boolean | null;
          comment_author: string | null;
          created_at: string;
        };
        Insert: {
          comment_id: string;
          post_id: string;
          user_id?: string;
          created_at?: string;
        };
        Update: {
          comment_id?: string;
          post_id?: string;
          user_id?: string;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_comment_likes_comment_id_fkey'; columns: ['comment_id']; isOneToOne: false; referencedRelation: 'community_comments'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_comment_likes_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
        ];
      };
      community_views: {
        Row: {
          post_id: string;
          user_id: string;
          channel_id: string | null;
          post_entitlement: string | null;
          post_author: string | null;
          post_hidden: boolean | null;
          created_at: string;
        };
        Insert: {
          post_id: string;
          user_id?: string;
          created_at?: string;
        };
        Update: {
          post_id?: string;
          user_id?: string;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_views_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
        ];
      };
      community_revisions: {
        Row: {
          id: string;
          post_id: string | null;
          comment_id: string | null;
          author_id: string;
          title: string | null;
          content: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          post_id?: string | null;
          comment_id?: string | null;
          author_id: string;
          title?: string | null;
          content: string;
          created_at?: string;
        };
        Update: {
          id?: string;
          post_id?: string | null;
          comment_id?: string | null;
          author_id?: string;
          title?: string | null;
          content?: string;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_revisions_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_revisions_comment_id_fkey'; columns: ['comment_id']; isOneToOne: false; referencedRelation: 'community_comments'; referencedColumns: ['id'] },
        ];
      };
      community_drafts: {
        Row: {
          user_id: string;
          place: string;
          title: string | null;
          content: string | null;
          sequence: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          user_id?: string;
          place: string;
          title?: string | null;
          content?: string | null;
          sequence: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          user_id?: string;
          place?: string;
          title?: string | null;
          content?: string | null;
          sequence?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      channel_states: {
        Row: {
          user_id: string;
          channel_id: string;
          read_at: string | null;
          level: NoticeLevel | null;
        };
        Insert: {
          user_id?: string;
          channel_id: string;
          read_at?: string | null;
          level?: NoticeLevel | null;
        };
        Update: {
          user_id?: string;
          channel_id?: string;
          read_at?: string | null;
          level?: NoticeLevel | null;
        };
        Relationships: [
          { foreignKeyName: 'channel_states_channel_id_fkey'; columns: ['channel_id']; isOneToOne: false; referencedRelation: 'channels'; referencedColumns: ['id'] },
        ];
      };
      post_states: {
        Row: {
          user_id: string;
          post_id: string;
          read_at: string | null;
          level: NoticeLevel | null;
        };
        Insert: {
          user_id?: string;
          post_id: string;
          read_at?: string | null;
          level?: NoticeLevel | null;
        };
        Update: {
          user_id?: string;
          post_id?: string;
          read_at?: string | null;
          level?: NoticeLevel | null;
        };
        Relationships: [
          { foreignKeyName: 'post_states_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
        ];
      };
      notices: {
        Row: {
          id: string;
          user_id: string;
          kind: NoticeKind;
          post_id: string | null;
          comment_id: string | null;
          content_id: string | null;
          reason: NoticeReason | null;
          actor_id: string | null;
          actors: number;
          created_at: string;
          updated_at: string;
          read_at: string | null;
        };
        Insert: {
          id?: string;
          user_id: string;
          kind: NoticeKind;
          post_id?: string | null;
          comment_id?: string | null;
          content_id?: string | null;
          reason?: NoticeReason | null;
          actor_id?: string | null;
          actors?: number;
          created_at?: string;
          updated_at?: string;
          read_at?: string | null;
        };
        Update: {
          id?: string;
          user_id?: string;
          kind?: NoticeKind;
          post_id?: string | null;
          comment_id?: string | null;
          content_id?: string | null;
          reason?: NoticeReason | null;
          actor_id?: string | null;
          actors?: number;
          created_at?: string;
          updated_at?: string;
          read_at?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'notices_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
          { foreignKeyName: 'notices_comment_id_fkey'; columns: ['comment_id']; isOneToOne: false; referencedRelation: 'community_comments'; referencedColumns: ['id'] },
          { foreignKeyName: 'notices_content_id_fkey'; columns: ['content_id']; isOneToOne: false; referencedRelation: 'contents'; referencedColumns: ['id'] },
        ];
      };
      notification_preferences: {
        Row: {
          user_id: string;
          email_period: EmailPeriod;
          summary_period: SummaryPeriod;
          new_content: boolean;
          updated_at: string;
        };
        Insert: {
          user_id?: string;
          email_period?: EmailPeriod;
          summary_period?: SummaryPeriod;
          new_content?: boolean;
          updated_at?: string;
        };
        Update: {
          user_id?: string;
          email_period?: EmailPeriod;
          summary_period?: SummaryPeriod;
          new_content?: boolean;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      member_preferences: {
        Row: {
          user_id: string;
          single_keys: boolean;
          shows_presence: boolean;
          updated_at: string;
        };
        Insert: {
          user_id?: string;
          single_keys?: boolean;
          shows_presence?: boolean;
          updated_at?: string;
        };
        Update: {
          user_id?: string;
          single_keys?: boolean;
          shows_presence?: boolean;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      push_subscriptions: {
        Row: {
          id: string;
          user_id: string;
          session_id: string | null;
          endpoint: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          session_id?: string | null;
          endpoint: string;
          created_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          session_id?: string | null;
          endpoint?: string;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      outside_reports: {
        Row: {
          id: string;
          protocol: string | null;
          name: string;
          email: string;
          address: string;
          reason: ReportReason;
          message: string;
          created_at: string;
          subject_id: string | null;
          subject_is_admin: boolean;
        };
        Insert: {
          id?: string;
          protocol?: string | null;
          name: string;
          email: string;
          address: string;
          reason: ReportReason;
          message: string;
          created_at?: string;
          subject_id?: string | null;
          subject_is_admin?: boolean;
        };
        Update: {
          id?: string;
          protocol?: string | null;
          name?: string;
          email?: string;
          address?: string;
          reason?: ReportReason;
          message?: string;
          created_at?: string;
          subject_id?: string | null;
          subject_is_admin?: boolean;
        };
        Relationships: [
        ];
      };
      community_cases: {
        Row: {
          id: string;
          kind: CaseKind;
          origin: CaseOrigin;
          post_id: string | null;
          comment_id: string | null;
          profile_id: string | null;
          outside_id: string | null;
          subject_id: string | null;
          subject_is_admin: boolean;
          status: CaseStatus;
          reports_count: number;
          claimed_by: string | null;
          claimed_until: string | null;
          opened_at: string;
          decided_at: string | null;
          updated_at: string;
        };
        Insert: {
          id?: string;
          kind: CaseKind;
          origin: CaseOrigin;
          post_id?: string | null;
          comment_id?: string | null;
          profile_id?: string | null;
          outside_id?: string | null;
          subject_id?: string | null;
          subject_is_admin?: boolean;
          status?: CaseStatus;
          reports_count?: number;
          claimed_by?: string | null;
          claimed_until?: string | null;
          opened_at?: string;
          decided_at?: string | null;
          updated_at?: string;
        };
        Update: {
          id?: string;
          kind?: CaseKind;
          origin?: CaseOrigin;
          post_id?: string | null;
          comment_id?: string | null;
          profile_id?: string | null;
          outside_id?: string | null;
          subject_id?: string | null;
          subject_is_admin?: boolean;
          status?: CaseStatus;
          reports_count?: number;
          claimed_by?: string | null;
          claimed_until?: string | null;
          opened_at?: string;
          decided_at?: string | null;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_cases_post_id_fkey'; columns: ['post_id']; isOneToOne: false; referencedRelation: 'community_posts'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_cases_comment_id_fkey'; columns: ['comment_id']; isOneToOne: false; referencedRelation: 'community_comments'; referencedColumns: ['id'] },
          { foreignKeyName: 'community_cases_outside_id_fkey'; columns: ['outside_id']; isOneToOne: false; referencedRelation: 'outside_reports'; referencedColumns: ['id'] },
        ];
      };
      community_reports: {
        Row: {
          id: string;
          protocol: string;
          case_id: string;
          reporter_id: string | null;
          reason: ReportReason;
          details: string | null;
          counts: boolean;
          outcome: ReportOutcome | null;
          created_at: string;
          updated_at: string;
          kind: string | null;
          post_id: string | null;
          comment_id: string | null;
          profile_id: string | null;
          subject_id: string | null;
          subject_is_admin: boolean | null;
        };
        Insert: {
          id?: string;
          protocol: string;
          case_id: string;
          reporter_id?: string | null;
          reason: ReportReason;
          details?: string | null;
          counts?: boolean;
          outcome?: ReportOutcome | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          protocol?: string;
          case_id?: string;
          reporter_id?: string | null;
          reason?: ReportReason;
          details?: string | null;
          counts?: boolean;
          outcome?: ReportOutcome | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_reports_case_id_fkey'; columns: ['case_id']; isOneToOne: false; referencedRelation: 'community_cases'; referencedColumns: ['id'] },
        ];
      };
      community_decisions: {
        Row: {
          id: string;
          case_id: string;
          subject_id: string | null;
          decision: CaseDecision;
          until: string | null;
          reason: string | null;
          decided_by: string | null;
          decided_at: string;
          seconds: number | null;
          hidden_before: HiddenBecause | null;
          informs_subject: boolean;
          is_effective: boolean;
          is_undone: boolean;
          appeal: string | null;
          appealed_at: string | null;
          appeal_outcome: AppealOutcome | null;
          appeal_reason: string | null;
          appeal_decided_by: string | null;
          appeal_decided_at: string | null;
          updated_at: string;
          kind: string | null;
          post_id: string | null;
          comment_id: string | null;
          subject_is_admin: boolean | null;
        };
        Insert: {
          id?: string;
          case_id: string;
          subject_id?: string | null;
          decision: CaseDecision;
          until?: string | null;
          reason?: string | null;
          decided_by?: string | null;
          decided_at?: string;
          seconds?: number;
          hidden_before?: HiddenBecause | null;
          informs_subject?: boolean;
          is_effective?: boolean;
          is_undone?: boolean;
          appeal?: string | null;
          appealed_at?: string | null;
          appeal_outcome?: AppealOutcome | null;
          appeal_reason?: string | null;
          appeal_decided_by?: string | null;
          appeal_decided_at?: string | null;
          updated_at?: string;
        };
        Update: {
          id?: string;
          case_id?: string;
          subject_id?: string | null;
          decision?: CaseDecision;
          until?: string | null;
          reason?: string | null;
          decided_by?: string | null;
          decided_at?: string;
          seconds?: number;
          hidden_before?: HiddenBecause | null;
          informs_subject?: boolean;
          is_effective?: boolean;
          is_undone?: boolean;
          appeal?: string | null;
          appealed_at?: string | null;
          appeal_outcome?: AppealOutcome | null;
          appeal_reason?: string | null;
          appeal_decided_by?: string | null;
          appeal_decided_at?: string | null;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'community_decisions_case_id_fkey'; columns: ['case_id']; isOneToOne: false; referencedRelation: 'community_cases'; referencedColumns: ['id'] },
        ];
      };
      member_blocks: {
        Row: {
          user_id: string;
          blocked_id: string;
          created_at: string;
        };
        Insert: {
          user_id?: string;
          blocked_id: string;
          created_at?: string;
        };
        Update: {
          user_id?: string;
          blocked_id?: string;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      moderation_words: {
        Row: {
          word: string;
          created_by: string | null;
          created_at: string;
        };
        Insert: {
          word: string;
          created_by?: string | null;
          created_at?: string;
        };
        Update: {
          word?: string;
          created_by?: string | null;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      course_reviews: {
        Row: {
          course_id: string;
          user_id: string | null;
          rating: number;
          content: string | null;
          is_public: boolean;
          course_published: boolean | null;
          course_visible_from: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          course_id: string;
          user_id?: string;
          rating: number;
          content?: string | null;
          is_public?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          course_id?: string;
          user_id?: string;
          rating?: number;
          content?: string | null;
          is_public?: boolean;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'course_reviews_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
        ];
      };
      quiz_questions: {
        Row: {
          id: string;
          lesson_id: string;
          kind: QuestionKind;
          prompt: string;
          options: Json | null;
          answers: Json | null;
          explanation: string | null;
          sort_order: number;
        };
        Insert: {
          id?: string;
          lesson_id: string;
          kind: QuestionKind;
          prompt: string;
          options?: Json | null;
          answers?: Json | null;
          explanation?: string | null;
          sort_order?: number;
        };
        Update: {
          id?: string;
          lesson_id?: string;
          kind?: QuestionKind;
          prompt?: string;
          options?: Json | null;
          answers?: Json | null;
          explanation?: string | null;
          sort_order?: number;
        };
        Relationships: [
          { foreignKeyName: 'quiz_questions_lesson_id_fkey'; columns: ['lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
        ];
      };
      quiz_attempts: {
        Row: {
          id: string;
          lesson_id: string;
          user_id: string;
          answers: Json;
          score: number;
          is_passed: boolean;
          created_at: string;
        };
        Insert: {
          id?: string;
          lesson_id: string;
          user_id: string;
          answers: Json;
          score: number;
          is_passed?: boolean;
          created_at?: string;
        };
        Update: {
          id?: string;
          lesson_id?: string;
          user_id?: string;
          answers?: Json;
          score?: number;
          is_passed?: boolean;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'quiz_attempts_lesson_id_fkey'; columns: ['lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
        ];
      };
      programmes: {
        Row: {
          id: string;
          title: string;
          description: string | null;
          is_ordered: boolean;
          certificate_months: number | null;
          is_published: boolean;
          courses_count: number;
          members_count: number;
          sort_order: number;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          title: string;
          description?: string | null;
          is_ordered?: boolean;
          certificate_months?: number | null;
          is_published?: boolean;
          sort_order?: number;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          title?: string;
          description?: string | null;
          is_ordered?: boolean;
          certificate_months?: number | null;
          is_published?: boolean;
          sort_order?: number;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      programme_courses: {
        Row: {
          programme_id: string;
          course_id: string;
          sort_order: number;
          programme_published: boolean | null;
        };
        Insert: {
          programme_id: string;
          course_id: string;
          sort_order?: number;
        };
        Update: {
          programme_id?: string;
          course_id?: string;
          sort_order?: number;
        };
        Relationships: [
          { foreignKeyName: 'programme_courses_programme_id_fkey'; columns: ['programme_id']; isOneToOne: false; referencedRelation: 'programmes'; referencedColumns: ['id'] },
          { foreignKeyName: 'programme_courses_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
        ];
      };
      programme_members: {
        Row: {
          programme_id: string;
          user_id: string;
          programme_published: boolean | null;
          joined_at: string;
        };
        Insert: {
          programme_id: string;
          user_id?: string;
          joined_at?: string;
        };
        Update: {
          programme_id?: string;
          user_id?: string;
          joined_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'programme_members_programme_id_fkey'; columns: ['programme_id']; isOneToOne: false; referencedRelation: 'programmes'; referencedColumns: ['id'] },
        ];
      };
      course_members: {
        Row: {
          course_id: string;
          user_id: string;
          joined_at: string;
          completed_at: string | null;
          last_lesson_id: string | null;
          last_at: string;
        };
        Insert: {
          course_id: string;
          user_id: string;
          joined_at?: string;
          completed_at?: string | null;
          last_lesson_id?: string | null;
          last_at?: string;
        };
        Update: {
          course_id?: string;
          user_id?: string;
          joined_at?: string;
          completed_at?: string | null;
          last_lesson_id?: string | null;
          last_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'course_members_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
          { foreignKeyName: 'course_members_last_lesson_id_fkey'; columns: ['last_lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
        ];
      };
      lesson_progress: {
        Row: {
          lesson_id: string;
          user_id: string;
          course_id: string;
          position: number;
          played: Json | null;
          played_share: number;
          position_at: string | null;
          opened_at: string;
          completed_at: string | null;
          completed_by: FinishedBy | null;
          updated_at: string;
        };
        Insert: {
          lesson_id: string;
          user_id: string;
          course_id: string;
          position?: number;
          played?: Json | null;
          played_share?: number;
          position_at?: string | null;
          opened_at?: string;
          completed_at?: string | null;
          completed_by?: FinishedBy | null;
          updated_at?: string;
        };
        Update: {
          lesson_id?: string;
          user_id?: string;
          course_id?: string;
          position?: number;
          played?: Json | null;
          played_share?: number;
          position_at?: string | null;
          opened_at?: string;
          completed_at?: string | null;
          completed_by?: FinishedBy | null;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'lesson_progress_lesson_id_fkey'; columns: ['lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
          { foreignKeyName: 'lesson_progress_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
        ];
      };
      learning_days: {
        Row: {
          user_id: string;
          day: string;
          seconds: number;
          lessons: number;
        };
        Insert: {
          user_id: string;
          day: string;
          seconds?: number;
          lessons?: number;
        };
        Update: {
          user_id?: string;
          day?: string;
          seconds?: number;
          lessons?: number;
        };
        Relationships: [
        ];
      };
      learning_points: {
        Row: {
          user_id: string;
          reason: PointReason;
          subject_id: string;
          points: number;
          created_at: string;
        };
        Insert: {
          user_id: string;
          reason: PointReason;
          subject_id: string;
          points: number;
          created_at?: string;
        };
        Update: {
          user_id?: string;
          reason?: PointReason;
          subject_id?: string;
          points?: number;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      favorites: {
        Row: {
          course_id: string;
          user_id: string;
          created_at: string;
        };
        Insert: {
          course_id: string;
          user_id?: string;
          created_at?: string;
        };
        Update: {
          course_id?: string;
          user_id?: string;
          created_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'favorites_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
        ];
      };
      lesson_notes: {
        Row: {
          id: string;
          lesson_id: string | null;
          user_id: string;
          at_seconds: number | null;
          content: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          lesson_id?: string | null;
          user_id?: string;
          at_seconds?: number | null;
          content: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          lesson_id?: string | null;
          user_id?: string;
          at_seconds?: number | null;
          content?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          { foreignKeyName: 'lesson_notes_lesson_id_fkey'; columns: ['lesson_id']; isOneToOne: false; referencedRelation: 'lessons'; referencedColumns: ['id'] },
        ];
      };
      learning_settings: {
        Row: {
          user_id: string;
          in_ranking: boolean;
          plays_next: boolean;
          rate_percent: number;
          shows_captions: boolean;
          weekly_minutes: number;
          reminds: boolean;
          updated_at: string;
        };
        Insert: {
          user_id?: string;
          in_ranking?: boolean;
          plays_next?: boolean;
          rate_percent?: number;
          shows_captions?: boolean;
          weekly_minutes?: number;
          reminds?: boolean;
          updated_at?: string;
        };
        Update: {
          user_id?: string;
          in_ranking?: boolean;
          plays_next?: boolean;
          rate_percent?: number;
          shows_captions?: boolean;
          weekly_minutes?: number;
          reminds?: boolean;
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      study_plans: {
        Row: {
          user_id: string;
          goal: string | null;
          course_ids: string[];
          weekly_minutes: number;
          weekdays: string[];
          updated_at: string;
        };
        Insert: {
          user_id?: string;
          goal?: string | null;
          course_ids?: string[];
          weekly_minutes?: number;
          weekdays?: string[];
          updated_at?: string;
        };
        Update: {
          user_id?: string;
          goal?: string | null;
          course_ids?: string[];
          weekly_minutes?: number;
          weekdays?: string[];
          updated_at?: string;
        };
        Relationships: [
        ];
      };
      diagnosis_results: {
        Row: {
          id: string;
          user_id: string;
          scores: Json;
          created_at: string;
        };
        Insert: {
          id?: string;
          user_id?: string;
          scores: Json;
          created_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          scores?: Json;
          created_at?: string;
        };
        Relationships: [
        ];
      };
      learning_invites: {
        Row: {
          id: string;
          user_id: string;
          uses: number;
          created_at: string;
          expires_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          created_at?: string;
          expires_at: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          created_at?: string;
          expires_at?: string;
        };
        Relationships: [
        ];
      };
      certificates: {
        Row: {
          id: string;
          code: string;
          user_id: string | null;
          erased_with: string | null;
          kind: CertificateKind;
          course_id: string | null;
          programme_id: string | null;
          title: string;
          holder_name: string;
          former_names: Json | null;
          minutes: number;
          first_at: string;
          last_at: string;
          lesson_titles: string[];
          issued_at: string;
          reissued_at: string | null;
          expires_at: string | null;
          shows_name: boolean;
          shows_lessons: boolean;
          status_index: number;
          revoked_at: string | null;
          revoked_reason: string | null;
        };
        Insert: {
          id?: string;
          code: string;
          user_id?: string | null;
          erased_with?: string | null;
          kind: CertificateKind;
          course_id?: string | null;
          programme_id?: string | null;
          title: string;
          holder_name: string;
          former_names?: Json | null;
          minutes?: number;
          first_at: string;
          last_at: string;
          lesson_titles?: string[];
          issued_at?: string;
          reissued_at?: string | null;
          expires_at?: string | null;
          shows_name?: boolean;
          shows_lessons?: boolean;
          status_index: number;
          revoked_at?: string | null;
          revoked_reason?: string | null;
        };
        Update: {
          id?: string;
          code?: string;
          user_id?: string | null;
          erased_with?: string | null;
          kind?: CertificateKind;
          course_id?: string | null;
          programme_id?: string | null;
          title?: string;
          holder_name?: string;
          former_names?: Json | null;
          minutes?: number;
          first_at?: string;
          last_at?: string;
          lesson_titles?: string[];
          issued_at?: string;
          reissued_at?: string | null;
          expires_at?: string | null;
          shows_name?: boolean;
          shows_lessons?: boolean;
          status_index?: number;
          revoked_at?: string | null;
          revoked_reason?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'certificates_course_id_fkey'; columns: ['course_id']; isOneToOne: false; referencedRelation: 'courses'; referencedColumns: ['id'] },
          { foreignKeyName: 'certificates_programme_id_fkey'; columns: ['programme_id']; isOneToOne: false; referencedRelation: 'programmes'; referencedColumns: ['id'] },
        ];
      };
      page_views: {
        Row: {
          day: string;
          path: string;
          views: number;
        };
        Insert: {
          day: string;
          path: string;
          views: number;
        };
        Update: {
          day?: string;
          path?: string;
          views?: number;
        };
        Relationships: [
        ];
      };
      analytics_events: {
        Row: {
          day: string;
          category: string;
          label: string;
          count: number;
        };
        Insert: {
          day: string;
          category: string;
          label: string;
          count: number;
        };
        Update: {
          day?: string;
          category?: string;
          label?: string;
          count?: number;
        };
        Relationships: [
        ];
      };
    };
    Views: Record<never, never>;
    Functions: {
      held_entitlements: { Args: Record<never, never>; Returns: ('articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access')[] };
      save_content_draft: { Args: { content_id: string; fields: Json; version: number; content_version: number }; Returns: { version: number; content_version: number; saved_at: string | null; clash: boolean; fields: unknown; author_id: string | null; counted_read_time: string | null } };
      restore_content_revision: { Args: { revision_id: string; version: number; content_version: number }; Returns: { version: number; content_version: number; saved_at: string | null; clash: boolean; fields: unknown; author_id: string | null; counted_read_time: string | null } };
      panel_contents: { Args: { search?: string; content_type?: string; category_id?: string; state?: string; audience?: string; sort?: string; page?: number }; Returns: { contents: ({ id: string; slug: string | null; title: string; content_type: 'article' | 'video' | 'audio' | 'pdf' | 'link' | 'letter'; category: string | null; category_id: string | null; is_published: boolean; is_featured: boolean; is_member_only: boolean; created_at: string; updated_at: string; published_at: string | null; publish_at: string | null; unpublish_at: string | null; visible_from: string | null; trashed_at: string | null; read_time: string | null; counted_read_time: string | null; thumbnail_url: string | null; tags: string[]; version: number; has_draft: boolean; review: 'waiting' | 'returned' | null })[]; total: number; per_page: number } };
      search_contents: { Args: { search: string }; Returns: ({ id: string; slug: string | null; title: string; content_type: 'article' | 'video' | 'audio' | 'pdf' | 'link' | 'letter'; category: string | null; created_at: string; published_at: string | null; is_member_only: boolean; excerpt: string })[] };
      preview_content: { Args: { content_id: string }; Returns: { id: string; slug: string | null; title: string; description: string | null; content_type: string; category: string | null; category_id: string | null; created_at: string; published_at: string | null; updated_at: string; read_time: string | null; counted_read_time: string | null; thumbnail_url: string | null; is_member_only: boolean; entitlement: 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access'; tags: string[]; body: string | null; open_body: string | null; seo_title: string | null; seo_description: string | null; external_link: string | null; file_url: string | null; is_published: boolean; has_draft: boolean } | null };
      reviewed_content: { Args: { token: string }; Returns: { content: { id: string; slug: string | null; title: string; description: string | null; content_type: string; category: string | null; category_id: string | null; created_at: string; published_at: string | null; updated_at: string; read_time: string | null; counted_read_time: string | null; thumbnail_url: string | null; is_member_only: boolean; entitlement: 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access'; tags: string[]; body: string | null; open_body: string | null; seo_title: string | null; seo_description: string | null; external_link: string | null; file_url: string | null; is_published: boolean; has_draft: boolean } | null; has_file: boolean; expires_at: string | null } };
      create_review_link: { Args: { content_id: string }; Returns: { token: string; expires_at: string } };
      article_address: { Args: { slug: string }; Returns: string | null };
      order_categories: { Args: { ids: Json }; Returns: undefined };
      merge_category: { Args: { category_id: string; into_id: string }; Returns: number };
      set_content_entitlements: { Args: { changes: Json }; Returns: string[] };
      request_content_review: { Args: { content_id: string }; Returns: undefined };
      return_content_review: { Args: { content_id: string; comment: string }; Returns: undefined };
      writer_names: { Args: { ids: Json }; Returns: Record<string, string> };
      confirm_newsletter: { Args: { token: string }; Returns: boolean };
      unsubscribe_newsletter: { Args: { token: string }; Returns: boolean };
      email_preferences: { Args: { token: string }; Returns: { address: string; is_test: boolean; suppressed_at: string | null; kinds: ({ kind: 'open' | 'premium' | 'checkout' | 'membership' | 'return'; follows: boolean; since: string | null; source: string | null; plan: string | null; basis: 'contract' | 'consent' | null })[] } | null };
      choose_emails: { Args: { token: string; choices: Json }; Returns: boolean };
      import_subscribers: { Args: { file: Json; apply: boolean }; Returns: { applied: boolean; rows: number; added: number; known: number; suppressed: number; unsubscribed: number; invalid: number; faults: ({ line: number; email: string; problem: 'address' | 'no_date' | 'date' | 'no_source' | 'source' | 'tags' | 'repeated' })[] } };
      restore_community_post: { Args: { id: string }; Returns: boolean };
      restore_community_comment: { Args: { id: string }; Returns: boolean };
      mark_channel_read: { Args: { channel_id: string; read_at: string }; Returns: undefined };
      mark_post_read: { Args: { post_id: string; read_at: string }; Returns: undefined };
      community_unread: { Args: Record<never, never>; Returns: { channel_id: string; count: number }[] };
      mark_notices_read: { Args: { id?: string }; Returns: undefined };
      channel_creation: { Args: Record<never, never>; Returns: string };
      decide_channel: { Args: { id: string; approved: boolean; reason?: string }; Returns: undefined };
      mentionable_members: { Args: { channel_id: string; search: string }; Returns: ({ user_id: string; display_name: string; company: string | null; avatar_url: string | null })[] };
      unreached_mentions: { Args: { channel_id: string; content: string }; Returns: string[] };
      mark_community_read: { Args: Record<never, never>; Returns: undefined };
      mark_post_unread: { Args: { post_id: string }; Returns: undefined };
      unread_comments: { Args: { channel_id: string }; Returns: { post_id: string; count: number }[] };
      search_community: { Args: { search: string; in_comments: boolean; channel_id?: string; before_at?: string; before_id?: string }; Returns: { results: { id: string; post_id: string; channel_id: string; author_id: string; title: string; excerpt: string; created_at: string; is_solved: boolean }[]; next: { at: string; id: string } | null } };
      similar_topics: { Args: { title: string }; Returns: { id: string; title: string; comments_count: number; is_solved: boolean }[] };
      subscribe_to_push: { Args: { endpoint: string; public_key: string; auth: string }; Returns: undefined };
      report_to_moderation: { Args: { post_id?: string; comment_id?: string; user_id?: string; reason: string; details?: string }; Returns: { protocol: string } };
      claim_moderation_case: { Args: { id: string }; Returns: undefined };
      release_moderation_case: { Args: { id: string }; Returns: undefined };
      decide_moderation_case: { Args: { id?: string; post_id?: string; comment_id?: string; user_id?: string; decision: string; reason?: string; days?: number }; Returns: { id: string } };
      mark_community_post: { Args: { id: string; is_pinned?: boolean; is_locked?: boolean }; Returns: undefined };
      undo_moderation_decision: { Args: { id: string }; Returns: undefined };
      appeal_moderation_decision: { Args: { id: string; text: string }; Returns: undefined };
      decide_moderation_appeal: { Args: { id: string; overturn: boolean; reason: string }; Returns: undefined };
      moderation_figures: { Args: Record<never, never>; Returns: { open: number; appeals: number; decided: number; median_seconds: number | null } };
      change_notice_emails: { Args: { token: string; email_period: string }; Returns: boolean };
      stop_notice_emails: { Args: { token: string }; Returns: boolean };
      learning_courses: { Args: Record<never, never>; Returns: ({ course_id: string; joined_at: string; last_at: string; last_lesson_id: string | null; next_lesson_id: string | null; progress: number; finished_lessons: number; completed_at: string | null })[] };
      learning_course: { Args: { course_id: string }; Returns: { joined_at: string | null; completed_at: string | null; progress: number; next_lesson_id: string | null; lessons: Record<string, { lock: { because: 'access' } | { because: 'plan'; entitlement: 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access'; plans: string[] } | { because: 'date'; opens_at: string | null; after_days: number } | { because: 'lesson'; lesson_id: string; title: string } | { because: 'programme'; titles: string[] } | { because: 'course'; course_id: string; title: string } | null; position: number; played_share: number; completed_at: string | null }> } | null };
      open_lesson: { Args: { lesson_id: string }; Returns: { course_id: string; lock: { because: 'access' } | { because: 'plan'; entitlement: 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access'; plans: string[] } | { because: 'date'; opens_at: string | null; after_days: number } | { because: 'lesson'; lesson_id: string; title: string } | { because: 'programme'; titles: string[] } | { because: 'course'; course_id: string; title: string } | null; keeps_progress: boolean; body: string | null; file_url: string | null; captions: string | null; quiz: { pass_mark: number; attempts_left: number | null; best_score: number | null; questions: { id: string; kind: string; prompt: string; options: { id: string; text: string }[] }[] } | null; position: number; played_share: number; completed_at: string | null } | null };
      learning_ranking: { Args: { period: string }; Returns: { places: { place: number; user_id: string; points: number }[]; own: { place: number; points: number } | null; is_in_ranking: boolean } };
      study_schedule: { Args: Record<never, never>; Returns: { day: string; lesson_id: string; title: string; course_id: string; course_title: string; minutes: number }[] };
      search_lessons: { Args: { search: string }; Returns: { id: string; course_id: string; course_title: string; title: string; summary: string; kind: string; duration_seconds: number; places: { at_seconds: number; text: string }[] }[] };
      my_invite: { Args: Record<never, never>; Returns: { id: string; expires_at: string; most_uses: number; came: { user_id: string; at: string }[] } };
      accept_invite: { Args: { invite_id: string }; Returns: boolean };
      stop_study_reminders: { Args: { token: string }; Returns: boolean };
      course_outline: { Args: { course_id: string }; Returns: { version: string; modules: ({ id: string; title: string; lessons: ({ id: string; title: string; kind: string; duration_seconds: number; is_published: boolean; is_sample: boolean; opens_at: string | null; opens_after_days: number; requires_lesson_id: string | null; has_text: boolean; has_file: boolean; has_captions: boolean; questions: number; media: { format: 'mp4' | 'mp3' | 'wav' | 'ogg' | 'flac' | 'webm' | 'pdf' | 'unknown'; video: string | null; audio: string | null; width: number; height: number; seconds: number | null; size: number; problems: ('broken' | 'wrong_kind' | 'no_picture' | 'video_codec' | 'deep_colour' | 'audio_codec' | 'index_at_end' | 'no_length' | 'encrypted')[] } | null })[] })[] } | null };
      order_course: { Args: { course_id: string; version: string; modules: Json }; Returns: { version: string; modules: ({ id: string; title: string; lessons: ({ id: string; title: string; kind: string; duration_seconds: number; is_published: boolean; is_sample: boolean; opens_at: string | null; opens_after_days: number; requires_lesson_id: string | null; has_text: boolean; has_file: boolean; has_captions: boolean; questions: number; media: { format: 'mp4' | 'mp3' | 'wav' | 'ogg' | 'flac' | 'webm' | 'pdf' | 'unknown'; video: string | null; audio: string | null; width: number; height: number; seconds: number | null; size: number; problems: ('broken' | 'wrong_kind' | 'no_picture' | 'video_codec' | 'deep_colour' | 'audio_codec' | 'index_at_end' | 'no_length' | 'encrypted')[] } | null })[] })[] } };
      duplicate_course: { Args: { course_id: string }; Returns: string };
      course_figures: { Args: { course_id: string }; Returns: { title: string; students: number; counted: number; finished: number; lessons: ({ id: string; title: string; module: string; is_published: boolean; opened: number; finished: number; stopped: number; played_share: number; duration_seconds: number; played_seconds: number; stopped_at: number | null })[] } | null };
      course_as_student: { Args: { course_id: string; plan?: string; days: number }; Returns: Record<string, { because: 'access' } | { because: 'plan'; entitlement: 'articles' | 'podcasts' | 'premium_newsletter' | 'updates' | 'community' | 'mobile' | 'courses' | 'lives' | 'masterclasses' | 'certificates' | 'vip_chat' | 'downloads' | 'management_software' | 'dashboards' | 'integrations' | 'priority_support' | 'consultancy' | 'early_access'; plans: string[] } | { because: 'date'; opens_at: string | null; after_days: number } | { because: 'lesson'; lesson_id: string; title: string } | { because: 'programme'; titles: string[] } | { because: 'course'; course_id: string; title: string } | null> | null };
      visit_figures: { Args: { since: string }; Returns: { days: { day: string; views: number }[]; pages: { path: string; views: number }[]; clicks: { category: string; label: string; count: number }[]; visits: { day: string; kind: string; visits: number }[]; sources: ({ kind: string; source: string; visits: number; newsletter: number | null; contact: number | null; account: number | null; plan: number | null })[] } };
      visits_by_email: { Args: { source: string; since: string }; Returns: number };
      cleanup_old_auth_logs: { Args: Record<never, never>; Returns: undefined };
      cleanup_old_job_logs: { Args: Record<never, never>; Returns: undefined };
      cleanup_old_rate_limits: { Args: Record<never, never>; Returns: undefined };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
