// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.IOException;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** Why there is no whole, well-formed response. The connection is closed by then. */
@API(status = EXPERIMENTAL, since = "0.1")
public final class HttpFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final boolean sent;

    /**
     * Makes one.
     *
     * @param kind what went wrong
     * @param message one sentence for a person
     * @param sent whether any byte of the request may have reached the server
     * @param cause where it came from, if from below
     */
    public HttpFailure(Kind kind, String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.sent = sent;
    }

    /** What can go wrong. */
    public enum Kind {
        /** The name of the host is not known. */
        UNKNOWN_HOST("unknown-host"),
        /** Nobody listens there. */
        CONNECT_REFUSED("connect-refused"),
        /** No connection in the time allowed. */
        CONNECT_TIMEOUT("connect-timeout"),
        /** No connection for another reason, such as no way to the host. */
        CONNECT_FAILED("connect-failed"),
        /** The server's certificate is not believed, or is another host's. */
        TLS_CERTIFICATE("tls-certificate"),
        /** TLS failed otherwise: no common version, or what answers does not speak it. */
        TLS_FAILED("tls-failed"),
        /** The server was silent for longer than {@link HttpSettings#readTimeout()}. */
        READ_TIMEOUT("read-timeout"),
        /** The whole took longer than {@link HttpSettings#exchangeTimeout()}, though the server was not silent. */
        EXCHANGE_TIMEOUT("exchange-timeout"),
        /** The connection ended before any byte of the response. */
        CONNECTION_LOST("connection-lost"),
        /** The connection ended within the response. */
        TRUNCATED("truncated"),
        /** What came is not HTTP as it should be. */
        MALFORMED_RESPONSE("malformed-response"),
        /** The response is beyond a limit of {@link HttpSettings}. */
        TOO_LARGE("too-large"),
        /** The request's body could not be made, or was not as long as it had said. */
        REQUEST_BODY("request-body"),
        /** {@link HttpConnection#abort()} was called. */
        ABORTED("aborted");

        private final String errorClass;

        Kind(String errorClass) {
            this.errorClass = errorClass;
        }

        /** Name as an {@link Outcome} wants it, such as {@code read-timeout}. */
        public String errorClass() {
            return errorClass;
        }
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }

    /** Name of the kind, such as {@code read-timeout}. */
    public String errorClass() {
        return kind.errorClass();
    }

    /** Whether any byte of the request may have reached the server: then what it asked for may have been done. */
    public boolean sent() {
        return sent;
    }

    /** The outcome of an operation that failed with this. */
    public Outcome outcome() {
        return Outcome.connectionLost(kind.errorClass(), String.valueOf(getMessage()));
    }
}
