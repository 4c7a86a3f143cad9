// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The failure of a connect or an exchange: no complete, well-formed response has arrived. The connection is closed. */
public final class HttpFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final boolean sent;

    /**
     * Creates a failure.
     *
     * @param kind kind of failure
     * @param message one sentence for a person
     * @param sent whether any byte of the request may have reached the server
     * @param cause cause, null for none
     */
    public HttpFailure(Kind kind, String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.sent = sent;
    }

    /** The kinds of failure. */
    public enum Kind {
        /** The name of the host is unknown. */
        UNKNOWN_HOST("unknown-host"),
        /** No server listens at the address. */
        CONNECT_REFUSED("connect-refused"),
        /** No connection within {@link HttpSettings#connectTimeout()}. */
        CONNECT_TIMEOUT(Outcome.TIMEOUT),
        /** No connection for another reason, such as no route to the host. */
        CONNECT_FAILED("connect-failed"),
        /** The server's certificate is not trusted, or belongs to another host. */
        TLS_CERTIFICATE("tls-certificate"),
        /** TLS failed for another reason, such as no common version, or a server without TLS. */
        TLS_FAILED("tls-failed"),
        /** The server was silent for longer than {@link HttpSettings#readTimeout()}. */
        READ_TIMEOUT(Outcome.TIMEOUT),
        /** The exchange took longer than {@link HttpSettings#exchangeTimeout()}, although the server was not silent. */
        EXCHANGE_TIMEOUT(Outcome.TIMEOUT),
        /** The connection ended before the first byte of the response. */
        CONNECTION_LOST("connection-lost"),
        /** The connection ended within the response. */
        TRUNCATED("truncated"),
        /** The received bytes are not valid HTTP. */
        MALFORMED_RESPONSE("malformed-response"),
        /** The response exceeds a limit of {@link HttpSettings}. */
        TOO_LARGE("too-large"),
        /** The request's body could not be written, or did not have its declared length. */
        REQUEST_BODY("request-body"),
        /** {@link HttpConnection#abort()} was called. */
        ABORTED("aborted");

        private final String errorClass;

        Kind(String errorClass) {
            this.errorClass = errorClass;
        }

        /**
         * The error class of an {@link Outcome} with this failure, such as {@code truncated}. It is {@link Outcome#TIMEOUT}
         * for all time-outs, which the message distinguishes: the response time is only known to exceed the limit.
         */
        public String errorClass() {
            return errorClass;
        }
    }

    /** The kind of failure. */
    public Kind kind() {
        return kind;
    }

    /** The error class of the kind, such as {@code truncated}. */
    public String errorClass() {
        return kind.errorClass();
    }

    /** Whether any byte of the request may have reached the server, which then may have executed it. */
    public boolean sent() {
        return sent;
    }

    /** The outcome of an operation with this failure. */
    public Outcome outcome() {
        return Outcome.connectionLost(kind.errorClass(), String.valueOf(getMessage()));
    }
}
