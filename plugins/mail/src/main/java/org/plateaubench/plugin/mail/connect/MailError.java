// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

/** The error classes of the mail workload, one for each cause that calls for a different action. */
public enum MailError {
    /** The server did not answer, or the connection was lost. */
    CONNECTION("connection"),
    /** The certificate is not trusted, or the TLS handshake failed. */
    TLS("tls"),
    /** The server refused the account's credentials. */
    AUTHENTICATION("authentication"),
    /** The server accepts no more connections. */
    TOO_MANY_CONNECTIONS("too-many-connections"),
    /** A 4xx answer of submission that remained after the retries, or a {@code NO} marked as temporary. */
    REFUSED_FOR_NOW("refused-for-now"),
    /** A 5xx answer of submission, a {@code NO}, a 4xx of HTTP. */
    REFUSED("refused"),
    QUOTA("quota"),
    /** The answer violates the protocol, or is {@code BAD}. */
    PROTOCOL("protocol"),
    /** The server reports an internal failure: a 5xx of HTTP, {@code BYE}. */
    SERVER("server"),
    /** The answer is wrong: a state older than before, a lost flag, different content, an ETag that did not change. */
    WRONG_ANSWER("wrong-answer");

    private final String title;

    MailError(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
