// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.SocketFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLProtocolException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;

/**
 * One connection, over its lifetime: a socket that counts its bytes, without Nagle's algorithm, and with implicit TLS
 * if its endpoint requires it. Used by one thread at a time; {@link #abort} from any thread.
 *
 * <p>TLS, implicit or by {@code STARTTLS}, is layered on the counted streams of this socket, so that the bytes on the
 * wire are counted, and {@link #abort} ends both layers without waiting. Jakarta Mail, which creates this socket from
 * {@link #properties}, must not use implicit TLS itself ({@code mail.imap.ssl.enable} is left out).
 */
public final class MailLink extends Socket {
    private final MailSockets sockets;
    private final Endpoint endpoint;
    private final Counts counts;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile @Nullable SSLSocket layer;
    private volatile boolean aborted;

    /** Creates a connection that is not open yet, and that can be aborted from now on. */
    public MailLink(MailSockets sockets, Endpoint endpoint, Counts counts) {
        this.sockets = sockets;
        this.endpoint = endpoint;
        this.counts = counts;
    }

    public static MailLink imap(MailSockets sockets, Counts counts) {
        return new MailLink(sockets, sockets.site().imap(), counts);
    }

    public static MailLink smtp(MailSockets sockets, Counts counts) {
        return new MailLink(sockets, sockets.site().smtp(), counts);
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public MailSockets sockets() {
        return sockets;
    }

    /** Returns the properties of a session of Jakarta Mail that connects through this link. */
    public Properties properties() {
        Properties properties = new Properties(sockets.imapProperties);
        properties.put("mail.imap.socketFactory", new Factory());
        properties.put("mail.imap.ssl.socketFactory", sockets.tls.context().getSocketFactory());
        return properties;
    }

    /** Connects for a protocol that is implemented without Jakarta Mail. */
    public void connect() throws MailFailure {
        try {
            connect(new InetSocketAddress(endpoint.host(), endpoint.port()), MailSockets.CONNECT_MILLIS);
        } catch (IOException e) {
            throw abortAndGetFailure(e);
        }
    }

    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
        super.connect(address, timeoutMillis);
        setTcpNoDelay(true);
        // With keep-alive, an idle connection notices after hours that the server has vanished.
        setKeepAlive(true);
        setSoTimeout(timeoutMillis);
        if (endpoint.security() == Security.TLS) {
            startTls();
        }
        setSoTimeout(sockets.readMillis);
    }

    /** Begins TLS: from now on, the streams of this socket are encrypted. */
    public void startTls() throws IOException {
        SSLSocket secured = (SSLSocket)
                sockets.tls.context().getSocketFactory().createSocket(this, endpoint.host(), endpoint.port(), true);
        if (sockets.tls.namesAreChecked()) {
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
        }
        secured.startHandshake();
        layer = secured;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        SSLSocket above = layer;
        return above == null ? new CountedInput(super.getInputStream(), counts) : above.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        SSLSocket above = layer;
        return above == null ? new CountedOutput(super.getOutputStream(), counts) : above.getOutputStream();
    }

    /** Sets the time-out of later reads, in milliseconds; 0 means none. */
    public void readTimeout(int timeoutMillis) throws MailFailure {
        try {
            setSoTimeout(timeoutMillis);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Closes TLS in order, if there is any. The TLS layer closes this socket in turn. */
    @Override
    public void close() throws IOException {
        SSLSocket above = layer;
        if (above != null && closing.compareAndSet(false, true)) {
            above.close();
        }
        super.close();
    }

    /**
     * Closes the connection immediately, or prevents it from opening: a thread that reads or writes gets an {@link
     * IOException}. May be called on any thread; does not block.
     */
    public void abort() {
        aborted = true;
        closing.set(true);
        try {
            super.close();
        } catch (IOException e) {
            // The socket is unusable in either case.
        }
    }

    public boolean isAborted() {
        return aborted;
    }

    /** Returns the failure for an exception that ended this connection, and aborts it. */
    public MailFailure abortAndGetFailure(Throwable cause) {
        // Before the abort, which would otherwise appear as the reason.
        MailFailure failure = failure(cause);
        abort();
        return failure;
    }

    /** Returns a server's refusal, extended if the server requested a certificate of this client. */
    public String withCertificateHint(String refusal) {
        return sockets.keys.withCertificateHint(refusal);
    }

    /** Returns the failure for an exception while connecting, reading or writing. */
    public MailFailure failure(Throwable cause) {
        if (aborted) {
            return new MailFailure(MailError.CONNECTION, "cancelled: " + endpoint, true, cause);
        }
        if (isClosedByServer(cause)) {
            String message = sockets.keys.withCertificateHint(cause, endpoint + " closed the connection");
            return new MailFailure(MailError.CONNECTION, message, true, cause);
        }
        String certificate = certificate(cause);
        if (certificate != null) {
            return new MailFailure(MailError.TLS, "the certificate of " + endpoint + " " + certificate, true, cause);
        }
        SSLException handshake = causeOfType(cause, SSLException.class);
        if (handshake instanceof SSLHandshakeException
                || handshake instanceof SSLPeerUnverifiedException
                || handshake instanceof SSLProtocolException
                || (handshake != null && String.valueOf(handshake.getMessage()).contains("unrecognized SSL message"))) {
            String message = withCertificateHint("no TLS with " + endpoint + ": " + handshake.getMessage());
            return new MailFailure(MailError.TLS, message, true, cause);
        }
        String message = sockets.keys.withCertificateHint(cause, endpoint + ": " + description(cause));
        return new MailFailure(MailError.CONNECTION, message, true, cause);
    }

    /**
     * Returns whether the server closed the connection: if it ends during a handshake, that is not a failure of TLS.
     */
    private static boolean isClosedByServer(Throwable cause) {
        SocketException socketFailure = causeOfType(cause, SocketException.class);
        boolean duringTls = socketFailure != null && causeOfType(cause, SSLException.class) != null;
        return (duringTls && !(socketFailure instanceof ConnectException))
                || causeOfType(cause, EOFException.class) != null;
    }

    /** Returns the problem of the server's certificate; null if the failure has another cause. */
    private @Nullable String certificate(Throwable cause) {
        if (causeOfType(cause, CertificateExpiredException.class) != null) {
            return "has expired";
        }
        if (causeOfType(cause, CertificateNotYetValidException.class) != null) {
            return "is not valid yet";
        }
        CertPathValidatorException path = causeOfType(cause, CertPathValidatorException.class);
        if (causeOfType(cause, CertPathBuilderException.class) != null
                || (path != null && path.getReason() == PKIXReason.NO_TRUST_ANCHOR)) {
            String trust = sockets.site().trust();
            return "is not signed by an authority in " + (trust.isEmpty() ? "this JDK's list" : trust);
        }
        CertificateException other = causeOfType(cause, CertificateException.class);
        if (other == null) {
            return null;
        }
        // The JDK: "No subject alternative names ...", "No name matching ... found".
        String message = String.valueOf(other.getMessage());
        return message.startsWith("No ") ? "is for another host: " + message : "is not trusted: " + message;
    }

    private static String description(Throwable cause) {
        if (causeOfType(cause, UnknownHostException.class) != null) {
            return "there is no such host";
        }
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof SocketTimeoutException) {
            return "no answer within the time limit";
        }
        String message = root.getMessage() == null ? "the connection failed" : root.getMessage();
        return root instanceof ConnectException ? "no server listens (" + message + ")" : message;
    }

    private static <T extends Throwable> @Nullable T causeOfType(Throwable cause, Class<T> type) {
        for (Throwable current = cause; current != null; current = current.getCause()) {
            if (type.isInstance(current)) {
                return type.cast(current);
            }
        }
        return null;
    }

    /** Returns this socket; Jakarta Mail connects it, and calls no other method of the factory. */
    private final class Factory extends SocketFactory {
        @Override
        public Socket createSocket() {
            return MailLink.this;
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

    /** Counts the bytes that a socket reads. Same thread rule as the wrapped stream. */
    private static final class CountedInput extends FilterInputStream {
        private final Counts counts;

        CountedInput(InputStream in, Counts counts) {
            super(in);
            this.counts = counts;
        }

        @Override
        public int read() throws IOException {
            int value = in.read();
            if (value >= 0) {
                counts.add(MailMeasure.BYTES_IN, 1);
            }
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = in.read(buffer, offset, length);
            if (count > 0) {
                counts.add(MailMeasure.BYTES_IN, count);
            }
            return count;
        }
    }

    /** Counts the bytes that a socket writes. Same thread rule as the wrapped stream. */
    private static final class CountedOutput extends FilterOutputStream {
        private final Counts counts;

        CountedOutput(OutputStream out, Counts counts) {
            super(out);
            this.counts = counts;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            counts.add(MailMeasure.BYTES_OUT, 1);
        }

        /** Overridden because the superclass writes one byte at a time. */
        @Override
        public void write(byte[] buffer, int offset, int length) throws IOException {
            out.write(buffer, offset, length);
            counts.add(MailMeasure.BYTES_OUT, length);
        }
    }
}
