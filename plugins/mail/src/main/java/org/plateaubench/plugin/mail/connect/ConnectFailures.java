// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLProtocolException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.site.Endpoint;

/** The error classes of failures to connect, with a message. */
final class ConnectFailures {
    private ConnectFailures() {}

    static MailFailure of(Throwable cause, Endpoint endpoint, String trust, boolean aborted) {
        if (aborted) {
            return new MailFailure(MailError.CONNECTION, "cancelled: " + endpoint, true, cause);
        }
        if (isClosedByServer(cause)) {
            return new MailFailure(MailError.CONNECTION, endpoint + " closed the connection", true, cause);
        }
        @Nullable String certificate = certificate(cause, trust);
        if (certificate != null) {
            return new MailFailure(MailError.TLS, "the certificate of " + endpoint + " " + certificate, true, cause);
        }
        Optional<SSLException> handshake = handshake(cause);
        if (handshake.isPresent()) {
            String message = handshake.get().getMessage();
            return new MailFailure(MailError.TLS, "no TLS with " + endpoint + ": " + message, true, cause);
        }
        return new MailFailure(MailError.CONNECTION, endpoint + ": " + words(cause), true, cause);
    }

    private static @Nullable String certificate(Throwable cause, String trust) {
        if (found(cause, CertificateExpiredException.class).isPresent()) {
            return "has expired";
        }
        if (found(cause, CertificateNotYetValidException.class).isPresent()) {
            return "is not valid yet";
        }
        if (found(cause, CertPathBuilderException.class).isPresent() || hasNoPath(cause)) {
            return "is not signed by an authority in " + (trust.isEmpty() ? "this JDK's list" : trust);
        }
        Optional<CertificateException> other = found(cause, CertificateException.class);
        if (other.isEmpty()) {
            return null;
        }
        String message = String.valueOf(other.get().getMessage());
        return message.startsWith("No ") ? "is for another host: " + message : "is not trusted: " + message;
    }

    private static boolean hasNoPath(Throwable cause) {
        return found(cause, CertPathValidatorException.class)
                .filter(e -> e.getReason() == PKIXReason.NO_TRUST_ANCHOR)
                .isPresent();
    }

    private static Optional<SSLException> handshake(Throwable cause) {
        return found(cause, SSLException.class)
                .filter(e -> e instanceof SSLHandshakeException
                        || e instanceof SSLPeerUnverifiedException
                        || e instanceof SSLProtocolException
                        || String.valueOf(e.getMessage()).contains("unrecognized SSL message"));
    }

    /**
     * Returns whether the server closed the connection: if it ends during a handshake, that is not a failure of TLS.
     */
    private static boolean isClosedByServer(Throwable cause) {
        Optional<SocketException> broken = found(cause, SocketException.class)
                .filter(e -> !(e instanceof ConnectException)
                        && found(cause, SSLException.class).isPresent());
        return broken.isPresent() || found(cause, EOFException.class).isPresent();
    }

    private static String words(Throwable cause) {
        if (found(cause, UnknownHostException.class).isPresent()) {
            return "there is no such host";
        }
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof SocketTimeoutException) {
            return "no answer within the time limit";
        }
        return root instanceof ConnectException ? "no server listens (" + root.getMessage() + ")" : message(root);
    }

    private static String message(Throwable root) {
        return root.getMessage() == null ? root.getClass().getSimpleName() : String.valueOf(root.getMessage());
    }

    private static <T extends Throwable> Optional<T> found(Throwable cause, Class<T> type) {
        for (Throwable current = cause; current != null; current = current.getCause()) {
            if (type.isInstance(current)) {
                return Optional.of(type.cast(current));
            }
        }
        return Optional.empty();
    }
}
