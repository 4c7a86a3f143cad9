// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.TlsClient;

/**
 * The connection to a server, with one socket after another: opens sockets, watches their deadlines, and determines the
 * kinds of their failures.
 */
abstract class ClientSocket extends WatchedExchange implements HttpConnection {
    private final HttpOrigin origin;
    private final @Nullable TlsClient tls;
    private boolean used;
    private long connects;
    private volatile @Nullable Transport transport;
    // The reason why this side has ended the exchange.
    private volatile HttpFailure.@Nullable Kind endReason;

    ClientSocket(HttpOrigin origin, HttpSettings settings, @Nullable TlsClient tls) {
        super(settings);
        this.origin = origin;
        this.tls = tls;
    }

    @Override
    public final HttpOrigin origin() {
        return origin;
    }

    @Override
    public final boolean isOpen() {
        Transport current = transport;
        return current != null && current.isOpen();
    }

    @Override
    public final long connects() {
        return connects;
    }

    boolean isEnded() {
        return endReason != null;
    }

    @Override
    public final void connect() throws HttpFailure {
        if (!isOpen()) {
            open();
        }
    }

    @Override
    public final void abort() {
        end(HttpFailure.Kind.ABORTED);
    }

    /**
     * Opens a socket if none is open.
     *
     * @param check whether a kept socket must be checked, because the request cannot be sent twice
     * @return whether the socket was kept from an earlier exchange
     */
    boolean openIfNeeded(boolean check) throws HttpFailure {
        Transport current = transport;
        if (current == null || !current.isOpen() || (check && used && isUnusable(current))) {
            closeNow();
            open();
        }
        return used;
    }

    private static boolean isUnusable(Transport current) {
        try {
            return current.isUnusable();
        } catch (IOException e) {
            return true;
        }
    }

    void open() throws HttpFailure {
        endReason = null;
        used = false;
        markConnecting();
        watch();
        try {
            connectSocket();
            connects++;
        } catch (IOException e) {
            closeNow();
            throw failure(e, kindOf(e), false);
        } finally {
            markIdle();
        }
    }

    private void connectSocket() throws IOException {
        IOException first = null;
        for (InetAddress address : InetAddress.getAllByName(origin.host())) {
            try {
                connectSocket(new InetSocketAddress(address, origin.port()));
                return;
            } catch (SSLException e) {
                throw e;
            } catch (IOException e) {
                closeTransportNow();
                if (endReason != null) {
                    throw e;
                }
                first = first == null ? e : first;
            }
        }
        throw first == null ? new UnknownHostException(origin.host()) : first;
    }

    private void connectSocket(InetSocketAddress address) throws IOException {
        SocketChannel channel = SocketChannel.open();
        PlainTransport plain = new PlainTransport(channel);
        transport = plain;
        if (endReason != null) {
            throw new ConnectException("ended before it began");
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(address);
        if (tls != null && origin.secure()) {
            transport = new TlsTransport(plain, tls.startTls(channel.socket(), origin));
        }
    }

    /** The failure of an activity, of the given kind unless this side has ended it. */
    private HttpFailure failure(IOException e, HttpFailure.Kind kind, boolean sent) {
        HttpFailure.Kind reason = endReason;
        if (reason != null) {
            return new HttpFailure(reason, origin + ": " + description(reason), sent, e);
        }
        Throwable thrown = e instanceof SocketFailure && e.getCause() != null ? e.getCause() : e;
        String text = SocketFailure.text(e);
        return new HttpFailure(
                kind, origin + ": " + (tls == null ? text : tls.withCertificateHint(thrown, text)), sent, e);
    }

    static HttpFailure.Kind kindOf(IOException e) {
        if (e instanceof UnknownHostException) {
            return HttpFailure.Kind.UNKNOWN_HOST;
        }
        if (e instanceof SSLException) {
            return TlsClient.isAboutCertificate(e) ? HttpFailure.Kind.TLS_CERTIFICATE : HttpFailure.Kind.TLS_FAILED;
        }
        boolean isRefused =
                e instanceof ConnectException && SocketFailure.text(e).contains("refused");
        return isRefused ? HttpFailure.Kind.CONNECT_REFUSED : HttpFailure.Kind.CONNECT_FAILED;
    }

    final void endExchange() {
        markIdle();
        used = true;
    }

    int read(byte[] into, int offset, int length) throws IOException {
        int count;
        try {
            count = requireTransport().read(into, offset, length);
        } catch (IOException e) {
            throw new SocketFailure(e, false);
        }
        markProgress();
        return count;
    }

    void write(byte[] from, int offset, int length) throws IOException {
        try {
            requireTransport().write(from, offset, length);
        } catch (IOException e) {
            throw new SocketFailure(e, true);
        }
        markProgress();
    }

    private Transport requireTransport() throws IOException {
        Transport current = transport;
        if (current == null) {
            throw new ConnectException("there is no connection");
        }
        return current;
    }

    /** Returns the failure of an exchange. */
    HttpFailure failure(IOException e, long receivedBytes, boolean sent) {
        if (e instanceof ResponseProblem problem) {
            return failure(e, problem.kind(), sent);
        }
        if (!(e instanceof SocketFailure)) {
            return failure(e, HttpFailure.Kind.REQUEST_BODY, sent);
        }
        if (e.getCause() instanceof SSLHandshakeException) {
            // By TLS 1.3, a server refuses a client's certificate after the client's part of the handshake.
            return failure(e, HttpFailure.Kind.TLS_FAILED, sent);
        }
        return failure(e, receivedBytes > 0 ? HttpFailure.Kind.TRUNCATED : HttpFailure.Kind.CONNECTION_LOST, sent);
    }

    @Override
    void end(HttpFailure.Kind reason) {
        endReason = reason;
        closeTransportNow();
    }

    private void closeTransportNow() {
        Transport current = transport;
        if (current != null) {
            current.closeNow();
        }
    }

    void closeNow() {
        closeTransportNow();
        clearTransport();
    }

    @Override
    public void close() {
        Transport current = transport;
        if (current != null) {
            current.close();
        }
        clearTransport();
    }

    private void clearTransport() {
        transport = null;
        unwatch();
    }
}
