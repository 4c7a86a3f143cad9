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

/** A server for submissions that answers to recipients and to whole messages as a test has it. */
final class ScriptedSmtp implements AutoCloseable {
    /** The answer to a message after which the server cuts the connection. */
    static final String CUT = "";

    private static final String OK = "250 2.0.0 OK";
    private static final String TOKEN = Headers.TOKEN + ": ";

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final boolean hasPipelining;
    private final Semaphore free;
    private final List<String> asked = new CopyOnWriteArrayList<>();
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
        return door.getLocalPort();
    }

    /** Answers to recipients, who have the names before the at, by a script from now on. */
    void answerRecipients(UnaryOperator<String> script) {
        recipients = script;
    }

    /** Answers to whole messages from now on. */
    void answerMessages(Supplier<String> script) {
        messages = script;
    }

    /** The recipients that were asked after, in order. */
    List<String> asked() {
        return asked;
    }

    /** The recipients of messages that were taken, each with the token of the message. */
    List<String> delivered() {
        return delivered;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket socket = door.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                // The door was closed.
            }
        }
    }

    private void serve(Socket socket) {
        if (!free.tryAcquire()) {
            try (socket) {
                say(socket, "421 4.7.0 too many connections");
            } catch (IOException e) {
                // The client went.
            }
            return;
        }
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> taken = new ArrayList<>();
            say(socket, "220 here");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer = answer(line, taken);
                say(socket, answer);
                if (answer.startsWith("354") && !take(socket, in, taken) || answer.matches("(221|421) .*")) {
                    return;
                }
            }
        } catch (IOException e) {
            // The client went.
        } finally {
            free.release();
        }
    }

    private String answer(String line, List<String> taken) {
        return switch (line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT)) {
            case "EHLO" -> hasPipelining ? "250-here\r\n250 PIPELINING" : "250 here";
            case "RCPT" -> {
                String name = line.replaceFirst(".*<(.*)@.*", "$1");
                asked.add(name);
                String answer = recipients.apply(name);
                if (answer.equals(OK)) {
                    taken.add(name);
                }
                yield answer;
            }
            case "DATA" -> taken.isEmpty() ? "554 5.5.1 no recipients" : "354 go on";
            case "MAIL", "RSET" -> {
                taken.clear();
                yield OK;
            }
            case "QUIT" -> "221 2.0.0 bye";
            default -> OK;
        };
    }

    /** Reads a message; false where it cuts the connection. */
    private boolean take(Socket socket, BufferedReader in, List<String> taken) throws IOException {
        String token = "";
        for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            token = line.startsWith(TOKEN) ? line.substring(TOKEN.length()) : token;
        }
        String answer = messages.get();
        if (answer.equals(OK)) {
            for (String name : taken) {
                delivered.add(name + " " + token);
            }
        }
        taken.clear();
        if (!answer.equals(CUT)) {
            say(socket, answer);
        }
        return !answer.equals(CUT);
    }

    private static void say(Socket socket, String lines) throws IOException {
        socket.getOutputStream().write((lines + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
