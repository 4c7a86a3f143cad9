// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.Locale;
import org.eclipse.angus.mail.iap.Response;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;

/** The error classes of answers other than {@code OK}. Codes in brackets are those of RFC 3501, 5530 and 9208. */
final class ImapAnswers {
    private static final int MAX_LENGTH = 200;

    private ImapAnswers() {}

    /** Returns the failure for an answer to a command; the connection stays usable, except after a {@code BYE}. */
    static MailFailure failure(String command, Response answer) {
        String text = text(answer);
        MailError error = answer.isBAD() ? MailError.PROTOCOL : answer.isBYE() ? bye(text) : no(text);
        return new MailFailure(error, command + ": " + text, answer.isBYE());
    }

    /** Returns the failure for an answer to signing in, after which the connection is unusable. */
    static MailFailure signInFailure(Response answer, String password, MailLink link) {
        // Some servers repeat a command that they did not understand, with the password.
        String text = password.isEmpty() ? text(answer) : text(answer).replace(password, "***");
        MailError error = answer.isBAD() ? MailError.PROTOCOL : no(text);
        boolean isRefused = error == MailError.REFUSED;
        String message = link.withCertificateHint("sign in: " + text);
        return new MailFailure(isRefused ? MailError.AUTHENTICATION : error, message, true);
    }

    private static String text(Response answer) {
        String kind = answer.isBAD() ? "BAD " : answer.isNO() ? "NO " : answer.isBYE() ? "BYE " : "";
        String rest = answer.getRest();
        return kind + rest.substring(0, Math.min(MAX_LENGTH, rest.length()));
    }

    private static MailError bye(String text) {
        return tooMany(text) ? MailError.TOO_MANY_CONNECTIONS : MailError.SERVER;
    }

    private static MailError no(String text) {
        if (tooMany(text)) {
            return MailError.TOO_MANY_CONNECTIONS;
        }
        return switch (code(text)) {
            case "OVERQUOTA" -> MailError.QUOTA;
            case "AUTHENTICATIONFAILED", "AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED" ->
                MailError.AUTHENTICATION;
            case "UNAVAILABLE", "INUSE" -> MailError.REFUSED_FOR_NOW;
            case "SERVERBUG", "CORRUPTION" -> MailError.SERVER;
            default -> MailError.REFUSED;
        };
    }

    private static boolean tooMany(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.contains("connections") && (lower.contains("too many") || lower.contains("maximum"));
    }

    private static String code(String text) {
        int start = text.indexOf('[');
        int end = text.indexOf(']', Math.max(start, 0));
        if (start < 0 || end < 0 || start > 4) {
            return "";
        }
        String inside = text.substring(start + 1, end);
        int space = inside.indexOf(' ');
        return (space < 0 ? inside : inside.substring(0, space)).toUpperCase(Locale.ROOT);
    }
}
