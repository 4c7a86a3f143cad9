// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

/** The error classes of the mail workload, one for each cause that calls for a different action. */
public enum MailError {
    /** The server did not answer, or the connection was lost. */
    CONNECTION("connection", false),
    /** The certificate is not trusted, or the TLS handshake failed. */
    TLS("tls", true),
    /** The server refused the account's credentials. */
    AUTHENTICATION("authentication", true),
    /** The server accepts no more connections. */
    TOO_MANY_CONNECTIONS("too-many-connections", true),
    /** A 4xx answer of submission that remained after the retries, or a {@code NO} marked as temporary. */
    REFUSED_FOR_NOW("refused-for-now", true),
    /** A 5xx answer of submission, a {@code NO}, a 4xx of HTTP. */
    REFUSED("refused", true),
    QUOTA("quota", true),
    /** The answer violates the protocol, or is {@code BAD}. */
    PROTOCOL("protocol", false),
    /** The server reports an internal failure: a 5xx of HTTP, {@code BYE}. */
    SERVER("server", false),
    /** The answer is wrong: a state older than before, a lost flag, different content, an ETag that did not change. */
    WRONG_ANSWER("wrong-answer", false);

    private final String title;
    /** Whether the request certainly had no effect: the server refused it, or never received it. */
    final boolean leavesNoEffect;

    MailError(String title, boolean leavesNoEffect) {
        this.title = title;
        this.leavesNoEffect = leavesNoEffect;
    }

    public String title() {
        return title;
    }
}
