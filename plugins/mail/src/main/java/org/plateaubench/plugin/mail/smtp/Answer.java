// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;

/**
 * A server's answer to one command.
 *
 * @param code the three digits, or -1 for a closed connection or a malformed answer
 * @param text all of its lines, including the code
 */
record Answer(int code, String text) {
    private static final Pattern MAILBOX_FULL = Pattern.compile("\\d{3}[ -][45]\\.2\\.2\\b");
    private static final Pattern ENHANCED = Pattern.compile("\\d{3}[ -][245]\\.\\d+\\.\\d+\\b.*", Pattern.DOTALL);
    private static final int LONGEST_MESSAGE = 300;
    private static final int GONE = 421;

    boolean accepted() {
        return code >= 200 && code < 300;
    }

    boolean goOn() {
        return code == 354;
    }

    boolean forNow() {
        return code >= 400 && code < 500;
    }

    /** Returns whether the server closes, or has closed, the connection. */
    boolean gone() {
        return code == GONE || code < 0;
    }

    /** Returns the failure for a refused message or recipient (RFC 5321, 4.2; RFC 3463). */
    MailFailure failure(String of) {
        return new MailFailure(error(), message(of), gone());
    }

    private MailError error() {
        if (code < 0) {
            return MailError.CONNECTION;
        }
        if (MAILBOX_FULL.matcher(text).lookingAt()
                || (code == 552 && !ENHANCED.matcher(text).matches())) {
            return MailError.QUOTA;
        }
        return switch (code) {
            case GONE -> MailError.SERVER;
            case 500, 501, 502, 503, 504, 555 -> MailError.PROTOCOL;
            case 530, 534, 535, 538 -> MailError.AUTHENTICATION;
            default -> other();
        };
    }

    private MailError other() {
        if (forNow()) {
            return MailError.REFUSED_FOR_NOW;
        }
        return code >= 500 && code < 600 ? MailError.REFUSED : MailError.PROTOCOL;
    }

    MailFailure connectionFailure(String of) {
        MailError error = code == GONE ? MailError.TOO_MANY_CONNECTIONS : error();
        return new MailFailure(error, message(of), true);
    }

    /** Returns what was refused and why, in one line. */
    private String message(String of) {
        if (code < 0) {
            return of + ": the server closed the connection";
        }
        Matcher lines = Pattern.compile("\\s*\\n(\\d{3}[ -])?").matcher(text.strip());
        String said = lines.replaceAll(" ");
        return of + ": " + (said.length() > LONGEST_MESSAGE ? said.substring(0, LONGEST_MESSAGE) : said);
    }
}
