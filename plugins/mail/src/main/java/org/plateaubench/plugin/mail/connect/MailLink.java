// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Properties;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;
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
    private final Counts counts;
    private final Object guard = new Object();
    private @Nullable MailSocket socket;
    private boolean aborted;

    /** Creates a connection that is not open yet, and that can be aborted from now on. */
    public MailLink(MailSockets sockets, Endpoint endpoint, Counts counts) {
        this.sockets = sockets;
        this.endpoint = endpoint;
        this.counts = counts;
    }

    /**
     * Returns the properties of a session that connects through this link.
     *
     * @param protocol {@code imap} or {@code smtp}; names of properties begin with {@code mail.} and it
     */
    public Properties properties(String protocol) {
        Properties properties = new Properties(sockets.properties(protocol));
        properties.put("mail." + protocol + ".socketFactory", new Factory());
        properties.put(
                "mail." + protocol + ".ssl.socketFactory", sockets.trust().factory());
        return properties;
    }

    /**
     * Connects for a protocol that is implemented without Jakarta Mail.
     *
     * @return connected socket, with TLS where the endpoint uses implicit TLS
     */
    public Socket connect() throws MailFailure {
        try {
            Socket fresh = fresh();
            fresh.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), MailSockets.CONNECT_MILLIS);
            return fresh;
        } catch (IOException e) {
            // Set before the abort, which would otherwise appear as the reason.
            MailFailure failure = failure(e);
            abort();
            throw failure;
        }
    }

    private MailSocket fresh() throws IOException {
        synchronized (guard) {
            if (aborted) {
                throw new IOException("cancelled before it was connected");
            }
            MailSocket fresh = new MailSocket(endpoint, counts, sockets);
            socket = fresh;
            return fresh;
        }
    }

    /** Closes the connection at once, or prevents it from opening. Any thread; does not block. */
    public void abort() {
        MailSocket current;
        synchronized (guard) {
            aborted = true;
            current = socket;
        }
        if (current != null) {
            current.cut();
        }
    }

    /** Returns whether it was aborted. Any thread. */
    public boolean aborted() {
        synchronized (guard) {
            return aborted;
        }
    }

    /** Begins TLS on a connection without: the streams of its socket are those of TLS from now on. */
    public void startTls() throws IOException {
        MailSocket current = socket();
        if (current != null) {
            current.startTls();
        }
    }

    private @Nullable MailSocket socket() {
        synchronized (guard) {
            return socket;
        }
    }

    /** Sets the time-out of later reads, in milliseconds; 0 means none. */
    public void readTimeout(int timeoutMillis) throws MailFailure {
        MailSocket current = socket();
        try {
            if (current != null) {
                current.setSoTimeout(timeoutMillis);
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Returns the failure for an exception while connecting, reading or writing. */
    public MailFailure failure(Throwable cause) {
        return ConnectFailures.of(cause, endpoint, sockets.trust(), aborted());
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    /** Creates the one socket; Jakarta Mail connects it, and calls no other method of the factory. */
    private final class Factory extends SocketFactory {
        @Override
        public Socket createSocket() throws IOException {
            return fresh();
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
