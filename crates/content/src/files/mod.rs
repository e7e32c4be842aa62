//! One struct per file of the owner's texts. A field is a key of the file, and its comment the comment of the
//! TypeScript type. The type of a text gives its format ([`crate::words`]). Bounds of lists are declared too.

mod about;
mod contents;
mod diagnosis;
pub mod emails;
mod legal;
mod membership;
mod parts;
mod plans;
mod services;
mod site;
mod testimonials;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    about::{
        AboutContent, Bio, Certification, CertificationCategory, Closing, Education, EducationType,
        Expertise, ExpertiseField, Role, RoleIcon,
    },
    contents::{
        ContentList, ContentLists, ContentsCall, ContentsContent, ContentsOffer, MethodologyContent,
        MethodologyExperience, MethodologyLink, MethodologyPillar, MethodologyPillars, MethodologyResult,
        MethodologyResults, PodcastApp,
    },
    diagnosis::{Competence, DiagnosisContent, DiagnosisQuestion},
    emails::EmailsContent,
    legal::{ContactContent, LegalContent, LegalSection},
    membership::{
        ExclusiveCard, ExclusiveType, MembershipContent, MembershipExclusive, MembershipFeature,
        MembershipFeatures, MembershipFigure, MembershipFigures, MembershipPreview, PreviewPost, Sold,
    },
    parts::{Call, Fact, Point, Question},
    plans::{
        Guarantee, INVOICE_QUESTION, Inclusion, PaymentMethod, Plan, PlanComparison, PlanComparisonRow,
        PlanFeature, PlanId, PlansContent,
    },
    services::{
        Change, Changes, CoachingCall, CoachingContent, CoachingMethod, Figure, MentoringContent,
        MentoringMethod, MentoringProfile, ModuleScreen, Offer, Offering, OfferingGuide, Points, Situation,
        SoftwareContent, SoftwareModule, SoftwareModules, SolutionsContent, Step, Texts,
    },
    site::{
        Business, ChatTexts, HomeCall, HomeContent, HomeHero, SiteContent, SiteLinks, Stat, ValueCard,
        ValuePage,
    },
    testimonials::{Quotation, Testimonial, TestimonialsContent},
};

/// All files by name: `content/<name>.toml`, served as `/content/<name>.json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentFiles {
    /// content/about.toml
    pub about: AboutContent,
    /// content/coaching.toml
    pub coaching: CoachingContent,
    /// content/contact.toml
    pub contact: ContactContent,
    /// content/contents.toml
    pub contents: ContentsContent,
    /// content/diagnosis.toml
    pub diagnosis: DiagnosisContent,
    /// content/emails.toml, which no page reads. The owner's file may have some of its tables.
    #[serde(skip_serializing)]
    #[schemars(extend("role" = "partial"))]
    pub emails: EmailsContent,
    /// content/home.toml
    pub home: HomeContent,
    /// content/membership.toml
    pub membership: MembershipContent,
    /// content/mentoring.toml
    pub mentoring: MentoringContent,
    /// content/methodology.toml
    pub methodology: MethodologyContent,
    /// content/plans.toml
    pub plans: PlansContent,
    /// content/privacy.toml
    pub privacy: LegalContent,
    /// content/site.toml
    pub site: SiteContent,
    /// content/software.toml
    pub software: SoftwareContent,
    /// content/solutions.toml
    pub solutions: SolutionsContent,
    /// content/terms.toml
    pub terms: LegalContent,
    /// content/testimonials.toml
    pub testimonials: TestimonialsContent,
}
