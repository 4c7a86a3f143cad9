// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.plugin.mail.connect.MailFailure;

/** Round trips per command, and responses that violate the protocol. */
final class ImapDialogueTest {
    private static void failed(ThrowingCallable call, String errorClass, boolean lost, String part) {
        MailFailure failure = catchThrowableOfType(MailFailure.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure).hasMessageContaining(part).hasMessageNotContaining("hidden-word");
        assertThat(failure.errorClass()).isEqualTo(errorClass);
        assertThat(failure.connectionLost()).isEqualTo(lost);
    }

    private static UnaryOperator<String> answering(String start, String answer) {
        return command -> command.startsWith(start) ? answer : "";
    }

    @Test
    void loginTakesOneRoundTripWithAnnouncedCapabilities() throws Exception {
        try (ScriptedImap server = ScriptedImap.usual(command -> "")) {
            server.user().open();

            assertThat(server.asked()).singleElement().asString().startsWith("AUTHENTICATE PLAIN ");
        }
    }

    @Test
    void missingCapabilitiesAreRequestedBeforeAndAfterLogin() throws Exception {
        try (ScriptedImap server = new ScriptedImap(
                "* OK here",
                command -> command.equals("CAPABILITY") ? "* CAPABILITY IMAP4rev1 MOVE\r\nTAG OK" : "TAG OK")) {
            assertThat(server.user().open().offers(Capability.MOVE)).isTrue();

            assertThat(server.asked()).containsExactly("CAPABILITY", "LOGIN user1 hidden-word", "CAPABILITY");
        }
    }

    @Test
    void operationsTakeTheExpectedRoundTrips() throws Exception {
        try (ScriptedImap server = ScriptedImap.usual(command -> switch (command) {
            case "UID FETCH 1 (BODY.PEEK[])" -> "* 1 FETCH (UID 1 BODY[] {5}\r\nhello)\r\nTAG OK";
            case "UID EXPUNGE 1" -> "* 1 EXPUNGE\r\nTAG OK";
            case "UID MOVE 2 Archive" -> "* OK [COPYUID 1 2 2] x\r\n* 1 EXPUNGE\r\nTAG OK";
            default -> "";
        })) {
            ImapConnection connection = server.user().open(TestUser.inbox());
            server.asked().clear();
            connection.check();
            connection.read(1, body -> new String(body.bytes(), StandardCharsets.US_ASCII).equals("hello"));
            connection.delete(1);
            connection.move(2, "Archive");
            connection.folders();

            assertThat(server.asked())
                    .containsExactly(
                            "NOOP",
                            "UID FETCH 1 (BODY.PEEK[])",
                            "UID STORE 1 +FLAGS (\\Seen)",
                            "UID STORE 1 +FLAGS.SILENT (\\Deleted)",
                            "UID EXPUNGE 1",
                            "UID MOVE 2 Archive",
                            "LIST \"\" \"*\" RETURN (STATUS (MESSAGES UNSEEN UIDNEXT))");
        }
    }

    @ParameterizedTest
    @CsvSource({"2,EXISTS went from 3 to 2", "5,5 messages were announced and 3 listed"})
    void wrongNumberOfMessagesIsWrongAnswer(int announced, String words) throws Exception {
        try (ScriptedImap server =
                ScriptedImap.usual(answering("NOOP", "* %d EXISTS\r\nTAG OK".formatted(announced)))) {
            ImapConnection connection = server.user().open(TestUser.inbox());

            failed(connection::check, "wrong-answer", false, words);
        }
    }

    @Test
    void confirmedCommandWithoutEffectIsWrongAnswer() throws Exception {
        try (ScriptedImap server =
                ScriptedImap.usual(answering("UID STORE 1 +", "* 1 FETCH (UID 1 FLAGS (\\Recent))\r\nTAG OK"))) {
            ImapConnection connection = server.user().open(TestUser.inbox());

            failed(() -> connection.delete(2), "wrong-answer", false, "UID 2 was removed, and still exists");
            failed(() -> connection.move(2, "Archive"), "wrong-answer", false, "still exists");
            failed(() -> connection.read(3, body -> true), "wrong-answer", false, "UID 3 was announced");
            failed(() -> connection.store(1, Flag.FLAGGED, true), "wrong-answer", false, "\\Flagged");
        }
    }

    /**
     * A connection that is lost while it removes a message leaves open whether it did. If it did and another has come
     * meanwhile there are as many as before, and each has another number: that is not the server's fault.
     */
    @Test
    void uncertainMoveIsCheckedAfterReconnect() throws Exception {
        AtomicInteger removed = new AtomicInteger();
        try (ScriptedImap server = ScriptedImap.usual(command -> {
            if (command.equals("UID MOVE 1 Archive")) {
                removed.set(1);
                return "* BYE going down";
            }
            if (removed.get() == 0) {
                return "";
            }
            return command.startsWith("SELECT")
                    ? "* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 5] x\r\n* OK [HIGHESTMODSEQ 12] x\r\nTAG OK"
                    : command.contains("FETCH 1:") ? listed(2, 3, 4) + "TAG OK" : "";
        })) {
            TestUser user = server.user();
            Mailbox inbox = TestUser.inbox();
            ImapConnection first = user.open(inbox);
            failed(() -> first.move(1, "Archive"), "server", true, "going down");

            user.open(inbox);

            assertThat(inbox.indexOf(1)).isNegative();
            assertThat(inbox.indexOf(4)).isEqualTo(2);
        }
    }

    private static String listed(int... uids) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < uids.length; i++) {
            text.append("* ")
                    .append(i + 1)
                    .append(" FETCH (UID ")
                    .append(uids[i])
                    .append(" RFC822.SIZE 5 FLAGS ())\r\n");
        }
        return text.toString();
    }

    @Test
    void refusalsAreClassifiedByResponseCode() throws Exception {
        try (ScriptedImap server = ScriptedImap.usual(command -> switch (command) {
            case "CREATE a" -> "TAG NO [UNAVAILABLE] later";
            case "CREATE b" -> "TAG NO [SERVERBUG] oh";
            case "CREATE c" -> "TAG NO [OVERQUOTA] full";
            case "CREATE d" -> "TAG NO no";
            case "CREATE e" -> "TAG BAD what";
            case "CREATE f" -> "* BYE going down";
            default -> "";
        })) {
            ImapConnection connection = server.user().open();

            failed(() -> TestUser.create(connection, "a"), "refused-for-now", false, "CREATE: NO [UNAVAILABLE] later");
            failed(() -> TestUser.create(connection, "b"), "server", false, "oh");
            failed(() -> TestUser.create(connection, "c"), "quota", false, "full");
            failed(() -> TestUser.create(connection, "d"), "refused", false, "no");
            failed(() -> TestUser.create(connection, "e"), "protocol", false, "what");
            failed(() -> TestUser.create(connection, "f"), "server", true, "going down");
        }
    }

    @Test
    void unsuitableGreetingsAreRefused() throws Exception {
        try (ScriptedImap full = new ScriptedImap("* BYE Too many connections", command -> "");
                ScriptedImap down = new ScriptedImap("* BYE going down", command -> "");
                ScriptedImap other = new ScriptedImap("220 mail.test ESMTP", command -> "")) {
            failed(full.user()::open, "too-many-connections", true, "Too many");
            failed(down.user()::open, "server", true, "going down");
            failed(other.user()::open, "protocol", true, "does not speak IMAP");
        }
    }

    @Test
    void failedLoginHidesThePassword() throws Exception {
        try (ScriptedImap server =
                new ScriptedImap("* OK [CAPABILITY IMAP4rev1] here", command -> "TAG NO cannot do " + command)) {
            failed(server.user()::open, "authentication", true, "cannot do LOGIN user1 ***");
        }
    }

    @Test
    void unreadableAnswerEndsTheConnection() throws Exception {
        try (ScriptedImap server = ScriptedImap.usual(answering("NOOP", "* 1 FETCH (UID 1 WHAT (1 2))\r\nTAG OK"))) {
            ImapConnection connection = server.user().open(TestUser.inbox());

            failed(connection::check, "protocol", true, "cannot be read");
        }
        try (ScriptedImap server = ScriptedImap.usual(answering("NOOP", "X9 OK"))) {
            failed(server.user().open(TestUser.inbox())::check, "protocol", true, "an answer to X9");
        }
    }
}
