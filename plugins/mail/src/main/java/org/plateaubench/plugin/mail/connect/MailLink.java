// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Properties;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.failure.MailFailure;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.Security;

/**
 * One connection, from before it exists until it is closed. Who uses it does so from one thread at a time;
 * {@link #abort} may come from any.
 *
 * <p>Jakarta Mail makes its socket from {@link #properties}. It must be told that it does not speak TLS at once
 * ({@code mail.smtp.ssl.enable} left out): where the site does, the socket does so by itself.
 */
public final class MailLink {
    private final MailSockets sockets;
    private final Endpoint endpoint;
    private final Traffic traffic;
    private final Object guard = new Object();
    private @Nullable MailSocket socket;
    private boolean aborted;

    MailLink(MailSockets sockets, Endpoint endpoint, Traffic traffic) {
        this.sockets = sockets;
        this.endpoint = endpoint;
        this.traffic = traffic;
    }

    /**
     * The properties of a session that connects by this link.
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
     * Connects for a protocol that is spoken without Jakarta Mail.
     *
     * @return connected, with TLS where the endpoint has it at once
     */
    public Socket connect() throws MailFailure {
        try {
            Socket fresh = fresh();
            fresh.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), MailSockets.CONNECT_MILLIS);
            return fresh;
        } catch (IOException e) {
            // Before it is given up, or that would be the reason.
            MailFailure failure = failure(e);
            abort();
            throw failure;
        }
    }

    private MailSocket fresh() throws IOException {
        synchronized (guard) {
            if (aborted) {
                throw new IOException("given up before it was connected");
            }
            MailSocket fresh = new MailSocket(this);
            socket = fresh;
            return fresh;
        }
    }

    /** Cuts the connection, or keeps it from coming about. Any thread; waits for nobody. */
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

    /** Whether it was given up. Any thread. */
    public boolean aborted() {
        synchronized (guard) {
            return aborted;
        }
    }

    /** How long reads wait from now on, in milliseconds; without a limit for 0. */
    public void readTimeout(int timeoutMillis) throws MailFailure {
        MailSocket current;
        synchronized (guard) {
            current = socket;
        }
        try {
            if (current != null) {
                current.setSoTimeout(timeoutMillis);
            }
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** What a failure to connect, to read or to write by this link is called. */
    public MailFailure failure(Throwable cause) {
        return ConnectFailures.of(cause, endpoint, sockets.trust(), aborted());
    }

    /** Where it leads to. */
    public Endpoint endpoint() {
        return endpoint;
    }

    MailSockets sockets() {
        return sockets;
    }

    Traffic traffic() {
        return traffic;
    }

    boolean tlsAtOnce() {
        return endpoint.security() == Security.TLS;
    }

    /** Makes the one socket; Jakarta Mail connects what this makes, and asks for nothing else of it. */
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
