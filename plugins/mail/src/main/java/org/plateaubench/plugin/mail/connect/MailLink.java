// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Properties;
import javax.net.SocketFactory;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Endpoint;

/**
 * One connection, from before it is opened until it is closed. One thread at a time; {@link #abort} from any thread.
 *
 * <p>Jakarta Mail creates its socket from {@link #properties}. It must not use implicit TLS ({@code
 * mail.smtp.ssl.enable} is left out): where the site requires it, the socket provides it.
 */
public final class MailLink {
    private final MailSockets sockets;
    private final Endpoint endpoint;
    private final MailSocket socket;

    /** Creates a connection that is not open yet, and that can be aborted from now on. */
    public MailLink(MailSockets sockets, Endpoint endpoint, Counts counts) {
        this.sockets = sockets;
        this.endpoint = endpoint;
        this.socket = new MailSocket(endpoint, counts, sockets);
    }

    /** Creates such a connection for mailbox access. */
    public static MailLink imap(MailSockets sockets, Counts counts) {
        return new MailLink(sockets, sockets.site().imap(), counts);
    }

    /** Creates such a connection for submission. */
    public static MailLink smtp(MailSockets sockets, Counts counts) {
        return new MailLink(sockets, sockets.site().smtp(), counts);
    }

    /** Returns the properties of a session of Jakarta Mail that connects through this link. */
    public Properties properties() {
        Properties properties = new Properties(sockets.imapProperties());
        properties.put("mail.imap.socketFactory", new Factory());
        properties.put("mail.imap.ssl.socketFactory", sockets.tls().context().getSocketFactory());
        return properties;
    }

    /**
     * Connects for a protocol that is implemented without Jakarta Mail.
     *
     * @return connected socket, with TLS where the endpoint uses implicit TLS
     */
    public Socket connect() throws MailFailure {
        try {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), MailSockets.CONNECT_MILLIS);
            return socket;
        } catch (IOException e) {
            // Set before the abort, which would otherwise appear as the reason.
            MailFailure failure = failure(e);
            abort();
            throw failure;
        }
    }

    /** Closes the connection at once, or prevents it from opening. Any thread; does not block. */
    public void abort() {
        socket.cut();
    }

    public boolean aborted() {
        return socket.isCut();
    }

    /** Begins TLS on a connection without: the streams of its socket are those of TLS from now on. */
    public void startTls() throws IOException {
        socket.startTls();
    }

    /** Sets the time-out of later reads, in milliseconds; 0 means none. */
    public void readTimeout(int timeoutMillis) throws MailFailure {
        try {
            socket.setSoTimeout(timeoutMillis);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Returns the failure for an exception while connecting, reading or writing. */
    public MailFailure failure(Throwable cause) {
        return ConnectFailures.of(cause, endpoint, sockets.site().trust(), aborted());
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    /** Creates the one socket; Jakarta Mail connects it, and calls no other method of the factory. */
    private final class Factory extends SocketFactory {
        @Override
        public Socket createSocket() {
            return socket;
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException("only sockets that are not connected yet");
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException("only sockets that are not connected yet");
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException("only sockets that are not connected yet");
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new UnsupportedOperationException("only sockets that are not connected yet");
        }
    }
}
