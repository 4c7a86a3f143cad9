// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.QosLimit;
import org.plateaubench.plugin.mail.model.Scale.Fill;

/**
 * The operations, in the order in which the harness numbers them; each is a unit. The frequencies for the profile heavy
 * give 132 actions in a day of 8 hours, of which 20 are sent messages: the two figures that a published study of
 * Microsoft's load generator states for its heavy profile.
 */
public enum MailOperation {
    SEND("send", 20, "compose, answer or forward a message, submit it and keep a copy in Sent"),
    CHECK("check", 24, "check for new mail and fetch its headers"),
    READ("read", 40, "fetch a whole message and mark it as seen"),
    DELETE("delete", 12, "delete a message permanently"),
    MOVE("move", 8, "move a message to a folder of the archive"),
    FLAG("flag", 5, "flag a message, or remove the flag"),
    SEARCH("search", 3.4, "search headers, dates or flags"),
    SEARCH_BODY("searchBody", 0.6, "search the text of messages", "p95 < 2s"),
    FOLDERS("folders", 4, "list the folders with their status"),
    CALENDAR_BROWSE("calendarBrowse", 6, "view a week or a month of the calendar"),
    CALENDAR_CREATE("calendarCreate", 2, "create an event"),
    CALENDAR_INVITE("calendarInvite", 1, "create an event and send the invitations"),
    CALENDAR_REPLY("calendarReply", 1, "open an invitation and answer it"),
    FREE_BUSY("freeBusy", 1, "query the busy times of four people"),
    CONTACT_FIND("contactFind", 2, "search the address book"),
    CONTACT_ADD("contactAdd", 1, "add a contact"),
    RELOGON("relogon", 1, "sign out, connect, sign in and open the inbox", "p95 < 1s");

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Limit on an operation's errors: the error rate of SPECmail2001. */
    public static final String ERROR_LIMIT = "errors < 1%";

    /**
     * Limit on declined operations, which send nothing and count as fast: otherwise a server that shows empty mailboxes
     * would have good results, although no mailbox is empty after {@code prepare}.
     */
    public static final String DECLINED_LIMIT = "declined < 1%";

    private static final MailOperation[] ALL = values();

    private final String title;
    private final double perDay;
    private final String description;
    private final String timeLimit;

    /** The limits of response time are our choice: no published source has limits for an operation. */
    MailOperation(String title, double perDay, String description) {
        this(title, perDay, description, "p95 < 500ms");
    }

    MailOperation(String title, double perDay, String description, String timeLimit) {
        this.title = title;
        this.perDay = perDay;
        this.description = description;
        this.timeLimit = timeLimit;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }

    /** Returns how often a user of the profile heavy performs it in a day of 8 hours. */
    public double perDay() {
        return perDay;
    }

    /** Returns whether it uses CalDAV or CardDAV. */
    public boolean isGroupware() {
        return EnumSet.range(CALENDAR_BROWSE, CONTACT_ADD).contains(this);
    }

    /** Returns limits that a run file may replace. */
    public List<QosLimit> limits() {
        return canBeDeclined()
                ? List.of(QosLimit.parse(timeLimit), QosLimit.parse(ERROR_LIMIT), QosLimit.parse(DECLINED_LIMIT))
                : List.of(QosLimit.parse(timeLimit), QosLimit.parse(ERROR_LIMIT));
    }

    /** Returns the verified properties of its answers for this content of mailboxes. */
    public Answers answers(Fill fill) {
        Answers read = Answers.read();
        return switch (this) {
            case SEND, CALENDAR_CREATE, CALENDAR_INVITE, CONTACT_ADD -> Answers.NOTHING_READ;
            case CHECK ->
                read.identity("UID of each announced message")
                        .version("UIDNEXT, EXISTS")
                        .notVerified("headers");
            case RELOGON -> read.identity("UIDVALIDITY").version("UIDNEXT, messages known before, flags by CONDSTORE");
            case READ ->
                read.identity("UID, size, token of this run's mail")
                        .notVerified("content, but for the share checkedShare");
            case DELETE, MOVE -> read.identity("EXPUNGE of the message");
            case FLAG -> read.identity("UID").version("the flag in the answer; read back for the share checkedShare");
            case SEARCH, SEARCH_BODY -> {
                Answers known = read.identity("known messages that match, and no UID that does not exist")
                        .notVerified("messages that the user has not read");
                yield fill == Fill.STANDARD ? known.check(MailMeasure.EMPTY_TEXT_SEARCHES.title()) : known;
            }
            case FOLDERS ->
                read.identity("names of all folders")
                        .version("MESSAGES of INBOX")
                        .notVerified("other counts");
            case CALENDAR_BROWSE ->
                read.identity("names and times of the loaded and of the user's last events")
                        .version("ETags of what the user stored")
                        .notVerified("repetitions of events, further content");
            case CALENDAR_REPLY -> read.identity("the attendee").version("ETag");
            case FREE_BUSY -> {
                Answers answered = read.identity("an answer for each person").notVerified("busy times");
                yield fill == Fill.NONE ? answered : answered.check(MailMeasure.EMPTY_FREE_BUSY.title());
            }
            case CONTACT_FIND ->
                read.identity("the name; names of the loaded cards that have it")
                        .version("ETags of what the user stored")
                        .notVerified("further content");
        };
    }

    /** Returns whether it is declined without a message or invitation to act on. */
    public boolean canBeDeclined() {
        return EnumSet.of(READ, DELETE, MOVE, FLAG, CALENDAR_REPLY).contains(this);
    }

    /** Returns the operation with the index that the harness uses. */
    public static MailOperation at(int index) {
        return ALL[index];
    }
}
