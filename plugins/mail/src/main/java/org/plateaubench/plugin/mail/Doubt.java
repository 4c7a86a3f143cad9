// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.Set;
import org.plateaubench.plugin.mail.failure.MailError;
import org.plateaubench.plugin.mail.failure.MailFailure;

/** Whether a failure leaves open what became of what was asked for. */
final class Doubt {
    /** The server said that it has not done it, or was never asked. */
    private static final Set<String> CERTAIN = Set.of(
            MailError.TLS.title(),
            MailError.AUTHENTICATION.title(),
            MailError.TOO_MANY_CONNECTIONS.title(),
            MailError.REFUSED_FOR_NOW.title(),
            MailError.REFUSED.title(),
            MailError.QUOTA.title());

    private Doubt() {}

    /** Whether it was certainly not done. */
    static boolean isCertain(MailFailure failure) {
        return CERTAIN.contains(failure.errorClass());
    }
}
