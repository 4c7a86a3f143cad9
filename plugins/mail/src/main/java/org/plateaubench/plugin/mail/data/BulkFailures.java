// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.io.IOException;
import org.eclipse.angus.mail.iap.CommandFailedException;
import org.eclipse.angus.mail.iap.ConnectionException;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;

/** The error classes of IMAP failures. */
final class BulkFailures {
    private BulkFailures() {}

    static MailFailure of(Exception cause, MailLink link) {
        if (cause instanceof ConnectionException || cause instanceof IOException || link.aborted()) {
            return link.failure(cause);
        }
        String words = words(cause);
        if (cause instanceof CommandFailedException) {
            boolean full = words.contains("[OVERQUOTA]");
            return new MailFailure(full ? MailError.QUOTA : MailError.REFUSED, words, false, cause);
        }
        return new MailFailure(MailError.PROTOCOL, words, true, cause);
    }

    static MailFailure ofLogin(ProtocolException cause, MailLink link) {
        return cause instanceof CommandFailedException
                ? new MailFailure(MailError.AUTHENTICATION, words(cause), true, cause)
                : of(cause, link);
    }

    private static String words(Exception cause) {
        String words = String.valueOf(cause.getMessage()).strip();
        return words.replaceFirst("^\\S+ (NO|BAD) ", "").replaceFirst("\\.$", "");
    }
}
