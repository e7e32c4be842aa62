//! Entitlements as people read them.

use ateneu_base::Entitlement;

/// Returns what the entitlement is called in Portuguese.
pub const fn label(entitlement: Entitlement) -> &'static str {
    use Entitlement as E;
    match entitlement {
        E::Articles => "artigos exclusivos",
        E::Podcasts => "podcasts",
        E::PremiumNewsletter => "carta premium",
        E::Updates => "atualizações de conteúdo",
        E::Community => "comunidade",
        E::Mobile => "leitura em qualquer aparelho",
        E::Courses => "cursos gravados",
        E::Lives => "encontros ao vivo",
        E::Masterclasses => "aulas magnas",
        E::Certificates => "certificados",
        E::VipChat => "grupo VIP no WhatsApp",
        E::Downloads => "materiais para baixar",
        E::ManagementSoftware => "sistema de gestão",
        E::Dashboards => "painéis e relatórios",
        E::Integrations => "integrações",
        E::PrioritySupport => "atendimento prioritário",
        E::Consultancy => "consultoria",
        E::EarlyAccess => "acesso antecipado",
    }
}
