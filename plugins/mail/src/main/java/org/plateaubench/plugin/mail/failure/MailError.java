// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.failure;

/** Error classes of the mail workload, one for each thing that a reader of a result does something else about. */
public enum MailError {
    /** Nobody answers, or the connection broke. */
    CONNECTION("connection"),
    /** The certificate is not believed, or the TLS handshake failed. */
    TLS("tls"),
    /** The server does not let the account in. */
    AUTHENTICATION("authentication"),
    /** The server takes no more connections. */
    TOO_MANY_CONNECTIONS("too-many-connections"),
    /** A 4xx answer of submission that stayed after the retries, or a {@code NO} that says it will pass. */
    REFUSED_FOR_NOW("refused-for-now"),
    /** A 5xx answer of submission, a {@code NO}, a 4xx of HTTP. */
    REFUSED("refused"),
    /** The mailbox is full. */
    QUOTA("quota"),
    /** What the server says is no answer of its protocol, or {@code BAD}. */
    PROTOCOL("protocol"),
    /** The server itself says it failed: a 5xx of HTTP, {@code BYE}. */
    SERVER("server"),
    /** The answer is wrong: a state that goes back, a flag that was not kept, other content, an ETag that did not change. */
    WRONG_ANSWER("wrong-answer");

    private final String title;

    MailError(String title) {
        this.title = title;
    }

    /** The name in results. */
    public String title() {
        return title;
    }
}
