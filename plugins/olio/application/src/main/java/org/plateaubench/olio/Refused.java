// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

/** A refused request; its message is for the user. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;

    Refused(int status, String title, String text) {
        super(text);
        this.status = status;
        this.title = title;
    }

    static Refused notFound() {
        return new Refused(404, "Not here", "There is no such page.");
    }

    static Refused notSignedIn() {
        return new Refused(403, "Not signed in", "Sign in first, please: your session may have ended.");
    }

    static Refused malformed() {
        return new Refused(400, "Not understood", "The form did not arrive as it should.");
    }

    static Refused tooLarge() {
        return tooLarge("The files are too large: at most 2 MB each.");
    }

    static Refused tooLarge(String text) {
        return new Refused(413, "Too large", text);
    }

    /** Returns the refusal of a valid request that the site could not answer. */
    static Refused failed() {
        return new Refused(
                500,
                "Something went wrong",
                "That was not your fault. The people who run this site can read about it in its log.");
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
