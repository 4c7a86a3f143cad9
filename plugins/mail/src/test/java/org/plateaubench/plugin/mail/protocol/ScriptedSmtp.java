// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.plateaubench.plugin.mail.content.Headers;

/** A submission server that answers to recipients and to messages by the script of a test. */
final class ScriptedSmtp implements AutoCloseable {
    /** The answer to a message after which the server cuts the connection. */
    static final String CUT = "";

    private static final String OK = "250 2.0.0 OK";
    private static final String TOKEN = Headers.TOKEN + ": ";

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final boolean hasPipelining;
    private final Semaphore free;
    private final List<String> requestedRecipients = new CopyOnWriteArrayList<>();
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private volatile UnaryOperator<String> recipients = name -> OK;
    private volatile Supplier<String> messages = () -> OK;

    /** Listens, and accepts this number of simultaneous connections. */
    ScriptedSmtp(boolean hasPipelining, int connections) throws IOException {
        this.hasPipelining = hasPipelining;
        free = new Semaphore(connections);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Sets the script from the name of a recipient, the part before the {@code @}, to the answer. */
    void answerRecipients(UnaryOperator<String> script) {
        recipients = script;
    }

    /** Sets the script of answers to messages. */
    void answerMessages(Supplier<String> script) {
        messages = script;
    }

    /** Returns the recipients of all RCPT commands, in order. */
    List<String> requestedRecipients() {
        return requestedRecipients;
    }

    /** Returns the recipients of accepted messages, each with the token of the message. */
    List<String> delivered() {
        return delivered;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                // The listener was closed.
            }
        }
    }

    private void serve(Socket socket) {
        if (!free.tryAcquire()) {
            try (socket) {
                send(socket, "421 4.7.0 too many connections");
            } catch (IOException e) {
                // The client disconnected.
            }
            return;
        }
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> accepted = new ArrayList<>();
            send(socket, "220 here");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer = answer(line, accepted);
                send(socket, answer);
                if (answer.startsWith("354") && !readMessage(socket, in, accepted) || answer.matches("(221|421) .*")) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client disconnected.
        } finally {
            free.release();
        }
    }

    private String answer(String line, List<String> accepted) {
        return switch (line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT)) {
            case "EHLO" -> hasPipelining ? "250-here\r\n250 PIPELINING" : "250 here";
            case "RCPT" -> {
                String name = line.replaceFirst(".*<(.*)@.*", "$1");
                requestedRecipients.add(name);
                String answer = recipients.apply(name);
                if (answer.equals(OK)) {
                    accepted.add(name);
                }
                yield answer;
            }
            case "DATA" -> accepted.isEmpty() ? "554 5.5.1 no recipients" : "354 continue";
            case "MAIL", "RSET" -> {
                accepted.clear();
                yield OK;
            }
            case "QUIT" -> "221 2.0.0 bye";
            default -> OK;
        };
    }

    /** Reads and answers a message; returns false if the connection is to be cut. */
    private boolean readMessage(Socket socket, BufferedReader in, List<String> accepted) throws IOException {
        String token = "";
        for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            token = line.startsWith(TOKEN) ? line.substring(TOKEN.length()) : token;
        }
        String answer = messages.get();
        if (answer.equals(OK)) {
            for (String name : accepted) {
                delivered.add(name + " " + token);
            }
        }
        accepted.clear();
        if (!answer.equals(CUT)) {
            send(socket, answer);
        }
        return !answer.equals(CUT);
    }

    private static void send(Socket socket, String lines) throws IOException {
        socket.getOutputStream().write((lines + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
