// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import io.javalin.http.Context;
import java.util.Optional;
import org.plateaubench.web.http.Secrets;

/**
 * Recognises a browser in which the right password of an account was given before, so that wrong guesses of other
 * callers do not close the account to it. Its cookie contains a random number, and a digest of this number and of the
 * account's salted password digest. Therefore the console stores nothing, a cookie can only be created with access to
 * the file of accounts, and a new password makes it invalid. The cookie does not sign anybody in. Any thread.
 */
final class KnownBrowsers {
    private static final String PURPOSE = "browser";
    private static final char SEPARATOR = '.';

    private final SessionCookie cookie = SessionCookie.ofKnownBrowser();

    /** Marks the caller's browser as known to an account whose right password it has just sent. */
    void add(Context context, Account account) {
        String number = Secrets.random();
        cookie.set(context, number + SEPARATOR + proof(number, account));
    }

    /** Returns a key of the caller's browser; empty when it is not known to the account. */
    Optional<String> key(Context context, Account account) {
        String value = cookie.secret(context);
        int end = value == null ? -1 : value.indexOf(SEPARATOR);
        if (value == null || end < 0) {
            return Optional.empty();
        }
        String number = value.substring(0, end);
        return Secrets.equal(value.substring(end + 1), proof(number, account))
                ? Optional.of(Secrets.digest(PURPOSE, number))
                : Optional.empty();
    }

    private static String proof(String number, Account account) {
        return Secrets.digest(PURPOSE, number + "\n" + account.password());
    }
}
