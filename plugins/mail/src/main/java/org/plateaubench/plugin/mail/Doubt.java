// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.Set;
import org.plateaubench.plugin.mail.failure.MailError;
import org.plateaubench.plugin.mail.failure.MailFailure;

/** Tells whether a failure leaves open if a request took effect. */
final class Doubt {
    /** Failures after which the request certainly had no effect: the server refused it, or never received it. */
    private static final Set<String> CERTAIN = Set.of(
            MailError.TLS.title(),
            MailError.AUTHENTICATION.title(),
            MailError.TOO_MANY_CONNECTIONS.title(),
            MailError.REFUSED_FOR_NOW.title(),
            MailError.REFUSED.title(),
            MailError.QUOTA.title());

    private Doubt() {}

    /** Returns whether the request certainly had no effect. */
    static boolean isCertain(MailFailure failure) {
        return CERTAIN.contains(failure.errorClass());
    }
}
