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
    private static void assertFails(ThrowingCallable call, String errorClass, boolean lost, String part) {
        MailFailure failure = catchThrowableOfType(MailFailure.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure).hasMessageContaining(part).hasMessageNotContaining("hidden-word");
        assertThat(failure.errorClass()).isEqualTo(errorClass);
        assertThat(failure.connectionLost()).isEqualTo(lost);
    }

    private static UnaryOperator<String> script(String start, String answer) {
        return command -> command.startsWith(start) ? answer : "";
    }

    @Test
    void loginTakesOneRoundTripWithAnnouncedCapabilities() throws Exception {
        try (ScriptedImap server = ScriptedImap.standard(command -> "")) {
            server.user().open();

            assertThat(server.commands()).singleElement().asString().startsWith("AUTHENTICATE PLAIN ");
        }
    }

    @Test
    void missingCapabilitiesAreRequestedBeforeAndAfterLogin() throws Exception {
        try (ScriptedImap server = new ScriptedImap(
                "* OK here",
                command -> command.equals("CAPABILITY") ? "* CAPABILITY IMAP4rev1 MOVE\r\nTAG OK" : "TAG OK")) {
            assertThat(server.user().open().offers(Capability.MOVE)).isTrue();

            assertThat(server.commands()).containsExactly("CAPABILITY", "LOGIN user1 hidden-word", "CAPABILITY");
        }
    }

    @Test
    void operationsTakeTheExpectedRoundTrips() throws Exception {
        try (ScriptedImap server = ScriptedImap.standard(command -> switch (command) {
            case "UID FETCH 1 (BODY.PEEK[])" -> "* 1 FETCH (UID 1 BODY[] {5}\r\nhello)\r\nTAG OK";
            case "UID EXPUNGE 1" -> "* 1 EXPUNGE\r\nTAG OK";
            case "UID MOVE 2 Archive" -> "* OK [COPYUID 1 2 2] x\r\n* 1 EXPUNGE\r\nTAG OK";
            default -> "";
        })) {
            ImapConnection connection = server.user().open(TestUser.inbox());
            server.commands().clear();
            connection.check();
            connection.read(1, body -> new String(body.bytes(), StandardCharsets.US_ASCII).equals("hello"));
            connection.delete(1);
            connection.move(2, "Archive");
            connection.folders();

            assertThat(server.commands())
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
                ScriptedImap.standard(script("NOOP", "* %d EXISTS\r\nTAG OK".formatted(announced)))) {
            ImapConnection connection = server.user().open(TestUser.inbox());

            assertFails(connection::check, "wrong-answer", false, words);
        }
    }

    @Test
    void confirmedCommandWithoutEffectIsWrongAnswer() throws Exception {
        try (ScriptedImap server =
                ScriptedImap.standard(script("UID STORE 1 +", "* 1 FETCH (UID 1 FLAGS (\\Recent))\r\nTAG OK"))) {
            ImapConnection connection = server.user().open(TestUser.inbox());

            assertFails(() -> connection.delete(2), "wrong-answer", false, "UID 2 was removed, and still exists");
            assertFails(() -> connection.move(2, "Archive"), "wrong-answer", false, "still exists");
            assertFails(() -> connection.read(3, body -> true), "wrong-answer", false, "UID 3 was announced");
            assertFails(() -> connection.store(1, Flag.FLAGGED, true), "wrong-answer", false, "\\Flagged");
        }
    }

    /**
     * If the connection is lost during the removal of a message, the message may be removed or not. If it was removed
     * and another one has arrived, the number of messages is the same and their UIDs differ, which is no violation.
     */
    @Test
    void uncertainMoveIsCheckedAfterReconnect() throws Exception {
        AtomicInteger removed = new AtomicInteger();
        try (ScriptedImap server = ScriptedImap.standard(command -> {
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
            assertFails(() -> first.move(1, "Archive"), "server", true, "going down");

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
        try (ScriptedImap server = ScriptedImap.standard(command -> switch (command) {
            case "CREATE a" -> "TAG NO [UNAVAILABLE] later";
            case "CREATE b" -> "TAG NO [SERVERBUG] oh";
            case "CREATE c" -> "TAG NO [OVERQUOTA] full";
            case "CREATE d" -> "TAG NO no";
            case "CREATE e" -> "TAG BAD what";
            case "CREATE f" -> "* BYE going down";
            default -> "";
        })) {
            ImapConnection connection = server.user().open();

            assertFails(
                    () -> TestUser.create(connection, "a"), "refused-for-now", false, "CREATE: NO [UNAVAILABLE] later");
            assertFails(() -> TestUser.create(connection, "b"), "server", false, "oh");
            assertFails(() -> TestUser.create(connection, "c"), "quota", false, "full");
            assertFails(() -> TestUser.create(connection, "d"), "refused", false, "no");
            assertFails(() -> TestUser.create(connection, "e"), "protocol", false, "what");
            assertFails(() -> TestUser.create(connection, "f"), "server", true, "going down");
        }
    }

    @Test
    void unsuitableGreetingsAreRefused() throws Exception {
        try (ScriptedImap full = new ScriptedImap("* BYE Too many connections", command -> "");
                ScriptedImap down = new ScriptedImap("* BYE going down", command -> "");
                ScriptedImap other = new ScriptedImap("220 mail.test ESMTP", command -> "")) {
            assertFails(full.user()::open, "too-many-connections", true, "Too many");
            assertFails(down.user()::open, "server", true, "going down");
            assertFails(other.user()::open, "protocol", true, "is not an IMAP server");
        }
    }

    @Test
    void failedLoginHidesThePassword() throws Exception {
        try (ScriptedImap server =
                new ScriptedImap("* OK [CAPABILITY IMAP4rev1] here", command -> "TAG NO cannot do " + command)) {
            assertFails(server.user()::open, "authentication", true, "cannot do LOGIN user1 ***");
        }
    }

    @Test
    void unreadableAnswerEndsTheConnection() throws Exception {
        try (ScriptedImap server = ScriptedImap.standard(script("NOOP", "* 1 FETCH (UID 1 WHAT (1 2))\r\nTAG OK"))) {
            ImapConnection connection = server.user().open(TestUser.inbox());

            assertFails(connection::check, "protocol", true, "cannot be read");
        }
        try (ScriptedImap server = ScriptedImap.standard(script("NOOP", "X9 OK"))) {
            assertFails(server.user().open(TestUser.inbox())::check, "protocol", true, "an answer to X9");
        }
    }
}
