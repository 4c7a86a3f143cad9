// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.content.Letter;
import org.plateaubench.plugin.mail.content.MessageComposer;
import org.plateaubench.plugin.mail.content.Original;
import org.plateaubench.plugin.mail.content.RecipientCounts;
import org.plateaubench.plugin.mail.protocol.OutgoingMail;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** Creates the content that one user will send, before the operation is timed. */
final class DraftFactory {
    /** Maximum number of days between today and new events or displayed dates, in either direction. */
    static final int DAYS_EACH_WAY = 60;

    private static final double NEW = 0.5;
    private static final double NEW_OR_ANSWER = 0.85;

    private final MailSession session;
    private final Account account;
    private final UserContext context;
    private final int user;

    DraftFactory(MailSession session, Account account, UserContext context) {
        this.session = session;
        this.account = account;
        this.context = context;
        this.user = context.user();
    }

    /**
     * A message for submission and for the folder Sent.
     *
     * @param recipients numbers of users, in the order of the recipients of {@code mail}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Outgoing(String token, int[] recipients, OutgoingMail mail, byte[] message) {}

    /** The content that an operation will send. */
    record Draft(@Nullable Outgoing message, @Nullable CalendarEvent event) {}

    /** Creates a message: new, or an answer to or forward of the message read last. */
    Outgoing message(OperationCall call, @Nullable Original original) {
        Draws draws = call.draws();
        int[] recipients = RecipientCounts.draw(draws, user, session.users());
        String token = session.tokens().next(context.nanoTime());
        Letter letter = letter(recipients, token);
        double kind = draws.uniform(ActionPurpose.KIND, 0);
        if (original != null && kind >= NEW) {
            letter = kind < NEW_OR_ANSWER ? letter.replyTo(original) : letter.forwardOf(original);
        }
        return outgoing(
                token,
                recipients,
                letter,
                MessageComposer.compose(letter, session.parameters().sizes().draw(draws), draws));
    }

    private static Outgoing outgoing(String token, int[] recipients, Letter letter, byte[] message) {
        return new Outgoing(token, recipients, OutgoingMail.of(letter.from(), letter.to(), message), message);
    }

    private Letter letter(int[] recipients, String token) {
        return new Letter(
                account.address(),
                addresses(recipients),
                System.currentTimeMillis(),
                "<" + token + "@plateau.invalid>",
                token);
    }

    private List<String> addresses(int[] users) {
        List<String> addresses = new ArrayList<>(users.length);
        for (int other : users) {
            addresses.add(session.account(other).address());
        }
        return addresses;
    }

    /** Creates an event without attendees. */
    CalendarEvent event(OperationCall call) {
        return CalendarEvent.draw(uid(call), firstDay().getEpochSecond(), 2 * DAYS_EACH_WAY, call.draws());
    }

    /** Creates an event with attendees, and the message that invites them. */
    Draft invitation(OperationCall call) {
        int[] recipients = RecipientCounts.draw(call.draws(), user, session.users());
        CalendarEvent event = event(call).inviting(account.address(), addresses(recipients));
        String token = session.tokens().next(context.nanoTime());
        Letter letter = letter(recipients, token);
        byte[] calendar = event.request(Instant.now().getEpochSecond());
        byte[] message = MessageComposer.invitation(letter, calendar, event.summary(), call.draws());
        return new Draft(outgoing(token, recipients, letter, message), event);
    }

    /** Returns a UID that differs from those of all other events and contacts, including other runs. */
    String uid(OperationCall call) {
        return "plateau-" + session.tokens().run() + "-" + user + "-" + call.unitNumber();
    }

    static Instant today() {
        return LocalDate.now(ZoneOffset.UTC).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Instant firstDay() {
        return today().minusSeconds(DAYS_EACH_WAY * 86_400L);
    }

    /**
     * The purposes of draws for an operation, except for the content that it sends. Changing a number changes what a
     * seed produces. Numbers of at least 1000 are used for the content.
     */
    static final class ActionPurpose {
        /** Whether a message is new, an answer or a forward. */
        static final int KIND = 1;
        /** Which message an operation acts on. */
        static final int MESSAGE = 2;
        /** Which folder a message is filed in. */
        static final int FOLDER = 3;

        static final int SEARCH = 4;
        /** Whether the answer is compared with the expected one. */
        static final int CHECKED = 5;
        /** Which part of the calendar is shown, and which event. */
        static final int CALENDAR = 6;

        private ActionPurpose() {}
    }
}
