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

/** A client of a protocol of lines, such as IMAP or SMTP, with a time limit for each answer. */
public final class LineClient implements AutoCloseable {
    private static final int LIMIT_MILLIS = 60_000;

    private Socket socket;
    private BufferedReader reader;

    private LineClient(Socket socket) throws IOException {
        this.socket = socket;
        this.reader = reader(socket);
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Connects without TLS. */
    public static LineClient plain(int port) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
        return new LineClient(socket);
    }

    /** Connects with TLS; the certificate must be for the host and signed by the authority. */
    public static LineClient tls(int port, Path authority) throws IOException, GeneralSecurityException {
        LineClient conversation = plain(port);
        conversation.protect(authority);
        return conversation;
    }

    /** Starts TLS; the certificate must be for the host and signed by the authority. */
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

    /** Starts TLS with the authorities of a context. */
    public void protect(SSLContext context) throws IOException {
        SSLSocket tlsSocket = (SSLSocket)
                context.getSocketFactory().createSocket(socket, EmbeddedService.HOST, socket.getPort(), true);
        SSLParameters parameters = tlsSocket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        tlsSocket.setSSLParameters(parameters);
        tlsSocket.startHandshake();
        socket = tlsSocket;
        reader = reader(tlsSocket);
    }

    /** Returns the next line. */
    public String read() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new EOFException("the server closed the connection");
        }
        return line;
    }

    /** Sends a line. */
    public void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Sends an SMTP command, or nothing for an empty line, and returns the last line of the answer. */
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

    /** Sends an IMAP command and returns all lines of the answer; the last one has the result. */
    public List<String> imap(String command) throws IOException {
        send("t " + command);
        List<String> lines = new ArrayList<>();
        do {
            lines.add(read());
        } while (!lines.getLast().startsWith("t "));
        return lines;
    }

    /** Connects to the IMAP port with TLS and signs in. */
    public static LineClient signedIn(SutAddress site, String login) throws IOException, GeneralSecurityException {
        LineClient imap =
                tls(Integer.parseInt(site.property(DovecotService.IMAP_TLS_PORT)), Path.of(site.property("trust")));
        imap.read();
        imap.imap("LOGIN " + login + " " + site.property("password"));
        return imap;
    }

    /** Submits a message over TLS; returns the answer to its end, or to a refused recipient. */
    public static String submit(SutAddress site, String from, String to, String text)
            throws IOException, GeneralSecurityException {
        try (LineClient smtp =
                tls(Integer.parseInt(site.property(DovecotService.SMTP_TLS_PORT)), Path.of(site.property("trust")))) {
            smtp.smtp("");
            smtp.smtp("EHLO tests");
            smtp.smtp("AUTH PLAIN " + plainSecret(from, site.property("password")));
            smtp.smtp("MAIL FROM:<" + from + "@" + site.property("domain") + ">");
            String answer = smtp.smtp("RCPT TO:<" + to + "@" + site.property("domain") + ">");
            if (!answer.startsWith("250")) {
                return answer;
            }
            smtp.smtp("DATA");
            return smtp.smtp("From: " + from + "\r\nSubject: test\r\n\r\n" + text + "\r\n.");
        }
    }

    /** Returns the argument of AUTH PLAIN. */
    public static String plainSecret(String login, String password) {
        return Base64.getEncoder().encodeToString(("\0" + login + "\0" + password).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
