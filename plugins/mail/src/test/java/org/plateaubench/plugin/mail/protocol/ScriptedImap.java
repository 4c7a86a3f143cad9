// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.Security;

/**
 * A server that answers by the script of a test and records the commands: for answers that real servers do not give.
 * Answers are lines; {@code TAG} is replaced by the tag of the command.
 */
final class ScriptedImap implements AutoCloseable {
    static final String ALL =
            "IMAP4rev1 SASL-IR AUTH=PLAIN IDLE UIDPLUS MOVE CONDSTORE LITERAL+ LIST-EXTENDED LIST-STATUS";

    private final ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final String greeting;
    private final UnaryOperator<String> script;
    private final List<String> commands = new CopyOnWriteArrayList<>();

    /**
     * Listens.
     *
     * @param script from a command without its tag to the answer; empty lines are not sent
     */
    ScriptedImap(String greeting, UnaryOperator<String> script) throws IOException {
        this.greeting = greeting;
        this.script = script;
        Thread.ofVirtual().start(this::accept);
    }

    /** Creates a server with all capabilities and a folder of three messages, which otherwise follows the script. */
    static ScriptedImap standard(UnaryOperator<String> script) throws IOException {
        return new ScriptedImap("* OK [CAPABILITY " + ALL + "] here", command -> {
            String answer = script.apply(command);
            if (!answer.isEmpty()) {
                return answer;
            }
            if (command.startsWith("AUTHENTICATE")) {
                return "TAG OK [CAPABILITY " + ALL + "] in";
            }
            if (command.startsWith("SELECT")) {
                return "* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 4] x\r\n* OK [HIGHESTMODSEQ 9] x\r\nTAG OK";
            }
            return command.startsWith("FETCH 1:*") ? fetched() + "TAG OK" : "TAG OK done";
        });
    }

    private static String fetched() {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 3; i++) {
            text.append("* ").append(i).append(" FETCH (UID ").append(i).append(" RFC822.SIZE 5 FLAGS ())\r\n");
        }
        return text.toString();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                socket.setTcpNoDelay(true);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                send(socket, greeting);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    int space = line.indexOf(' ');
                    String command = space < 0 ? line : line.substring(space + 1);
                    commands.add(command);
                    send(socket, script.apply(command).replace("TAG", space < 0 ? "" : line.substring(0, space)));
                }
            } catch (IOException e) {
                // The client disconnected, or the listener was closed.
            }
        }
    }

    private static void send(Socket socket, String lines) throws IOException {
        if (!lines.isEmpty()) {
            OutputStream out = socket.getOutputStream();
            out.write((lines + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }

    /** Returns the received commands, without tags. */
    List<String> commands() {
        return commands;
    }

    TestUser user() {
        return TestUser.of(site(listener.getLocalPort(), 1), 1);
    }

    /** A site with servers at these ports of loopback. */
    static MailSite site(int imapPort, int smtpPort) {
        Endpoint imap = new Endpoint("127.0.0.1", imapPort, Security.NONE);
        Endpoint smtp = new Endpoint("127.0.0.1", smtpPort, Security.NONE);
        return new MailSite(new SutAddress(
                "mail", "scripted", MailSite.properties(imap, smtp, "user{n}", "mail.test", "hidden-word")));
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
