// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import java.util.List;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MeasureDefinition.Kind;
import org.plateaubench.api.QosLimit;

/** The counters and gauges in addition to the operations and their times. */
public enum MailMeasure {
    MESSAGES_SUBMITTED("messagesSubmitted", "messages", "Messages that submission accepted."),
    MESSAGE_BYTES("messageBytes", "bytes", "Size of the messages that submission accepted."),
    SUBMISSION_RETRIES("submissionRetries", "attempts", "Attempts of submission repeated after an answer of 4xx."),
    DELIVERIES_ACCEPTED("deliveriesAccepted", "copies", "One copy for each recipient of an accepted message."),
    DELIVERIES_UNCERTAIN(
            "deliveriesUncertain",
            "copies",
            "Copies of messages of which it is not known whether submission accepted them."),
    DELIVERIES_TIMED(
            "deliveriesTimed",
            "copies",
            "Copies that a push has announced to a user of the sender's agent; only these are timed."),
    DELIVERIES_EARLY(
            "deliveriesEarly",
            "copies",
            "Timed copies that were announced before the answer to DATA had been read; their time counts as 0."),
    DELIVERIES_LATE("deliveriesLate", "copies", "Timed copies that were announced more than 60 s after the answer."),
    DELIVERIES_FORGOTTEN(
            "deliveriesForgotten",
            "copies",
            "Copies not announced yet when they were displaced by those of 65,536 newer messages."),
    DELIVERIES_MISSED(
            "deliveriesMissed",
            "copies",
            "Copies not announced when their recipient ended, although waited for 5 s or longer."),
    DUPLICATES("duplicates", "copies", "Copies of a message announced twice to one user."),
    COPIES_DELETED("copiesDeleted", "copies", "Delivered copies of this run that users have deleted."),
    REMOVALS_UNCERTAIN(
            "removalsUncertain", "copies", "Copies of which it is not known whether they were deleted or moved."),
    SENT_KEPT("sentKept", "messages", "Messages kept in Sent."),
    SENT_UNCERTAIN("sentUncertain", "messages", "Messages of which it is not known whether they are in Sent."),
    EVENTS_CREATED("eventsCreated", "events", "Events entered."),
    EVENTS_UNCERTAIN("eventsUncertain", "events", "Events of which it is not known whether they exist."),
    CONTACTS_ADDED("contactsAdded", "contacts", "Contacts added."),
    CONTACTS_UNCERTAIN("contactsUncertain", "contacts", "Contacts of which it is not known whether they exist."),
    WRONG_ANSWERS("wrongAnswers", "answers", "Wrong answers; a single one makes the run fail."),
    TEXT_SEARCHES("textSearches", "searches", "Searches for a word in subjects or bodies."),
    EMPTY_TEXT_SEARCHES("emptyTextSearches", "searches", "Searches for a word that found nothing."),
    EMPTY_FREE_BUSY("emptyFreeBusy", "operations", "Requests for busy times that found none."),
    ANSWERS_CHECKED("answersChecked", "answers", "Bodies compared with their digest, and flags read back."),
    IMAP_SESSIONS("imapSessions", "sessions", "Sign-ins to mailboxes."),
    MOVE_FALLBACKS("moveFallbacks", "operations", "Moves made by a copy and a deletion."),
    EXPUNGE_FALLBACKS("expungeFallbacks", "operations", "Deletions that expunged all deleted messages of the folder."),
    CONDSTORE_FALLBACKS(
            "condstoreFallbacks",
            "operations",
            "Folders opened again whose flags were all requested, because the server lacks CONDSTORE."),
    STATUS_FALLBACKS(
            "statusFallbacks",
            "operations",
            "Folders listed one after the other, because the server lacks LIST-STATUS."),
    LITERAL_FALLBACKS(
            "literalFallbacks",
            "messages",
            "Messages kept with an additional round trip, because the server lacks LITERAL+."),
    PIPELINING_FALLBACKS(
            "pipeliningFallbacks",
            "messages",
            "Attempts of submission with a round trip for each command, because the server lacks PIPELINING."),
    IDLE_FALLBACKS(
            "idleFallbacks",
            "connections",
            "Connections that poll for new mail every 30 s, because the server lacks IDLE."),
    IDLE_DROPS(
            "idleDrops",
            "connections",
            "Connections waiting for a push that the server dropped, or that could not be opened."),
    IDLE_RENEWALS("idleRenewals", "renewals", "Waits for a push that were renewed after 25 minutes."),
    PUSHES("pushes", "pushes", "Announcements of new mail by a server."),
    FREE_BUSY_FALLBACKS(
            "freeBusyFallbacks", "operations", "Busy times read from the events, because the server lacks the report."),
    ETAGS_FETCHED(
            "etagsFetched",
            "requests",
            "ETags requested, since the server returned none for an object that it stored."),
    BYTES_IN("bytesIn", "bytes", "Bytes received, including pushes; of IMAP and SMTP with TLS, of DAV without."),
    BYTES_OUT("bytesOut", "bytes", "Bytes sent; of IMAP and SMTP with TLS, of DAV without."),
    CONNECTIONS("connections", Kind.GAUGE, "connections", "Connections to the mail server."),
    IDLE_WATCHES("idleWatches", Kind.GAUGE, "connections", "Connections that wait for a push."),
    DELIVERIES_OUTSTANDING(
            "deliveriesOutstanding",
            Kind.GAUGE,
            "copies",
            "Copies not announced yet, for users of the sender's agent who get a push.");

    /** The series of delivery times: from the answer to {@code DATA} to the notification of the recipient. */
    public static final String DELIVERY = "delivery";

    /** Receives amounts to add to counters and gauges. Thread-safe. */
    @FunctionalInterface
    public interface Counts {
        Counts NONE = (measure, amount) -> {};

        /** Adds to a counter; a level changes by an amount of either sign. */
        void add(MailMeasure measure, long amount);
    }

    @SuppressWarnings("ImmutableEnumChecker") // The definition cannot be changed.
    private final MeasureDefinition definition;

    MailMeasure(String title, String unit, String description) {
        this(title, Kind.COUNTER, unit, description);
    }

    MailMeasure(String title, Kind kind, String unit, String description) {
        definition = new MeasureDefinition(title, kind, unit, description, List.of());
    }

    public String title() {
        return definition.name();
    }

    public Kind kind() {
        return definition.kind();
    }

    /**
     * Returns the limits. The limit of the 95th percentile is our choice; 60 s is the limit of SPECmail2001 for 95 % of
     * messages, applied here to all.
     */
    public static QosLimit[] deliveryLimits() {
        return new QosLimit[] {QosLimit.parse("p95 < 5s"), QosLimit.parse("max < 60s")};
    }

    public MeasureDefinition definition() {
        return definition;
    }
}
