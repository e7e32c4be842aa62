//! The subjects of this server. A new one needs one line here.

use ateneu_app::Subjects;
use ateneu_module::Declared;

/// Returns the subjects of this server. Demo data is filled in this order.
pub fn subjects() -> Subjects {
    vec![
        &ateneu_accounts::Accounts,
        &ateneu_membership::Membership,
        &ateneu_course_access::CourseAccess,
        &ateneu_publishing::Publishing,
        &ateneu_newsletter::Newsletter,
        &ateneu_leads::Leads,
        &ateneu_community::Community,
        &ateneu_learning::Learning,
        &ateneu_analytics::Analytics,
        &ateneu_operations::Operations,
        &ateneu_copies::KeptCopies,
        &ateneu_panel::Panel,
    ]
}

/// Returns the declarations of this server.
pub fn declared() -> Declared {
    ateneu_app::declared(&subjects())
}
