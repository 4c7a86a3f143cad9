// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ClientKeys;

/**
 * The settings of connections, shared by all connections of a workload. Immutable.
 *
 * @param protocol protocol of the connections
 * @param connectTimeout time for name resolution, connection and TLS together, above zero
 * @param readTimeout longest silence of a server during an exchange, above zero
 * @param exchangeTimeout longest time of one request and its whole response, above zero
 * @param maxHeaders maximum number of header fields of a response, including trailers
 * @param maxHeaderBytes greatest size of the status line and header of a response, and also of all other data that is
 *     not body, in bytes
 * @param maxBodyBytes greatest size of a response's body in bytes
 * @param trust the trusted certificates
 * @param identity the certificate of the client, null for none
 */
public record HttpSettings(
        Protocol protocol,
        Duration connectTimeout,
        Duration readTimeout,
        Duration exchangeTimeout,
        int maxHeaders,
        int maxHeaderBytes,
        int maxBodyBytes,
        HttpTrust trust,
        @Nullable ClientKeys identity) {
    private static final HttpSettings DEFAULT = new HttpSettings(
            Protocol.HTTP1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(120),
            200,
            64 << 10,
            64 << 20,
            new HttpTrust.Authorities(),
            null);

    /** The protocol of a connection. */
    public enum Protocol {
        /** HTTP/1.1, one exchange at a time. */
        HTTP1,
        /** HTTP/2, negotiated by TLS, or with prior knowledge if unencrypted. */
        HTTP2
    }

    /** HTTP/1.1; 10 s to connect, 30 s of silence, 120 s per exchange; 200 fields, 64 KiB of header, 64 MiB of body. */
    public static HttpSettings defaults() {
        return DEFAULT;
    }

    /** These settings with another protocol. */
    public HttpSettings withProtocol(Protocol newProtocol) {
        return with(newProtocol, maxHeaders, maxHeaderBytes, maxBodyBytes);
    }

    /** These settings with other limits for responses. */
    public HttpSettings withLimits(int headers, int headerBytes, int bodyBytes) {
        return with(protocol, headers, headerBytes, bodyBytes);
    }

    private HttpSettings with(Protocol newProtocol, int headers, int headerBytes, int bodyBytes) {
        return new HttpSettings(
                newProtocol,
                connectTimeout,
                readTimeout,
                exchangeTimeout,
                headers,
                headerBytes,
                bodyBytes,
                trust,
                identity);
    }

    /** These settings with other deadlines. */
    public HttpSettings withTimeouts(Duration connect, Duration read, Duration exchange) {
        return new HttpSettings(
                protocol, connect, read, exchange, maxHeaders, maxHeaderBytes, maxBodyBytes, trust, identity);
    }

    /** These settings with other trusted certificates. */
    public HttpSettings withTrust(HttpTrust newTrust) {
        return with(newTrust, identity);
    }

    /** These settings with a certificate of the client. */
    public HttpSettings withIdentity(ClientKeys newIdentity) {
        return with(trust, newIdentity);
    }

    private HttpSettings with(HttpTrust newTrust, @Nullable ClientKeys newIdentity) {
        return new HttpSettings(
                protocol,
                connectTimeout,
                readTimeout,
                exchangeTimeout,
                maxHeaders,
                maxHeaderBytes,
                maxBodyBytes,
                newTrust,
                newIdentity);
    }
}
