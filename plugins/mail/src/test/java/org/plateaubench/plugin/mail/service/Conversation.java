// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.EmbeddedService;

/** Lines to and from a server, each answer within ten seconds. */
public final class Conversation implements AutoCloseable {
    private static final int LIMIT_MILLIS = 60_000;

    private Socket socket;
    private BufferedReader reader;

    private Conversation(Socket socket) throws IOException {
        this.socket = socket;
        this.reader = reader(socket);
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Without protection. */
    public static Conversation plain(int port) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
        return new Conversation(socket);
    }

    /** With TLS from the start, the certificate being of the host and signed by the authority. */
    public static Conversation tls(int port, Path authority) throws IOException, GeneralSecurityException {
        Conversation conversation = plain(port);
        conversation.protect(authority);
        return conversation;
    }

    /** Goes on with TLS. */
    public void protect(Path authority) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream file = Files.newInputStream(authority)) {
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        protect(context);
    }

    /** Goes on with TLS, trusting whom the context trusts. */
    public void protect(SSLContext context) throws IOException {
        SSLSocket over = (SSLSocket)
                context.getSocketFactory().createSocket(socket, EmbeddedService.HOST, socket.getPort(), true);
        SSLParameters parameters = over.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        over.setSSLParameters(parameters);
        over.startHandshake();
        socket = over;
        reader = reader(over);
    }

    /** The next line. */
    public String read() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new EOFException("the server hung up");
        }
        return line;
    }

    /** Sends a line. */
    public void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Says something in SMTP, or with an empty line nothing, and returns the last line of the answer. */
    public String smtp(String line) throws IOException {
        if (!line.isEmpty()) {
            send(line);
        }
        while (true) {
            String answer = read();
            if (answer.length() < 4 || answer.charAt(3) == ' ') {
                return answer;
            }
        }
    }

    /** Gives an IMAP command and returns all lines of the answer, the last being how it went. */
    public List<String> imap(String command) throws IOException {
        send("t " + command);
        List<String> lines = new ArrayList<>();
        do {
            lines.add(read());
        } while (!lines.getLast().startsWith("t "));
        return lines;
    }

    /** Greeted and signed in at IMAP's port with TLS. */
    public static Conversation signedIn(SutAddress site, String login) throws IOException, GeneralSecurityException {
        Conversation imap =
                tls(Integer.parseInt(site.property(DovecotService.IMAP_TLS_PORT)), Path.of(site.property("trust")));
        imap.read();
        imap.imap("LOGIN " + login + " " + site.property("password"));
        return imap;
    }

    /** Submits a message over TLS; the answer to its end. */
    public static String submit(SutAddress site, String from, String to, String text)
            throws IOException, GeneralSecurityException {
        try (Conversation smtp =
                tls(Integer.parseInt(site.property(DovecotService.SMTP_TLS_PORT)), Path.of(site.property("trust")))) {
            smtp.smtp("");
            smtp.smtp("EHLO tests");
            smtp.smtp("AUTH PLAIN " + plainSecret(from, site.property("password")));
            smtp.smtp("MAIL FROM:<" + from + "@" + site.property("domain") + ">");
            String taken = smtp.smtp("RCPT TO:<" + to + "@" + site.property("domain") + ">");
            if (!taken.startsWith("250")) {
                return taken;
            }
            smtp.smtp("DATA");
            return smtp.smtp("From: " + from + "\r\nSubject: test\r\n\r\n" + text + "\r\n.");
        }
    }

    /** The argument of AUTH PLAIN. */
    public static String plainSecret(String login, String password) {
        return Base64.getEncoder().encodeToString(("\0" + login + "\0" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
