// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MeasureDefinition.Kind;
import org.plateaubench.api.QosLimit;

/** The counters and gauges beside the operations and their times. */
public enum MailMeasure {
    MESSAGES_SUBMITTED("messagesSubmitted", Kind.COUNTER, "messages", "Messages that submission accepted."),
    MESSAGE_BYTES("messageBytes", Kind.COUNTER, "bytes", "Size of the messages that submission accepted."),
    SUBMISSION_RETRIES(
            "submissionRetries", Kind.COUNTER, "attempts", "Attempts of submission repeated after an answer of 4xx."),
    DELIVERIES_ACCEPTED(
            "deliveriesAccepted", Kind.COUNTER, "copies", "Copies owed to the recipients of accepted messages."),
    DELIVERIES_UNCERTAIN(
            "deliveriesUncertain",
            Kind.COUNTER,
            "copies",
            "Copies of messages of which it is not known whether submission accepted them."),
    DELIVERIES_TIMED(
            "deliveriesTimed",
            Kind.COUNTER,
            "copies",
            "Copies that a push has announced to a user of the sender's agent; only these are timed."),
    DELIVERIES_EARLY(
            "deliveriesEarly",
            Kind.COUNTER,
            "copies",
            "Timed copies that were announced before the answer to DATA had been read; their time counts as 0."),
    DELIVERIES_LATE(
            "deliveriesLate",
            Kind.COUNTER,
            "copies",
            "Timed copies that were announced more than 60 s after the answer."),
    DELIVERIES_FORGOTTEN(
            "deliveriesForgotten",
            Kind.COUNTER,
            "copies",
            "Copies not announced yet when they were displaced by those of 65,536 newer messages."),
    DELIVERIES_MISSED(
            "deliveriesMissed",
            Kind.COUNTER,
            "copies",
            "Copies not announced when their recipient ended, although waited for 5 s or longer."),
    DUPLICATES("duplicates", Kind.COUNTER, "copies", "Copies of a message announced twice to one user."),
    COPIES_DELETED("copiesDeleted", Kind.COUNTER, "copies", "Delivered copies of this run that users have deleted."),
    REMOVALS_UNCERTAIN(
            "removalsUncertain",
            Kind.COUNTER,
            "copies",
            "Copies of which it is not known whether they were deleted or moved."),
    SENT_KEPT("sentKept", Kind.COUNTER, "messages", "Messages kept in Sent."),
    SENT_UNCERTAIN(
            "sentUncertain", Kind.COUNTER, "messages", "Messages of which it is not known whether they are in Sent."),
    EVENTS_CREATED("eventsCreated", Kind.COUNTER, "events", "Events entered."),
    EVENTS_UNCERTAIN(
            "eventsUncertain", Kind.COUNTER, "events", "Events of which it is not known whether they are there."),
    CONTACTS_ADDED("contactsAdded", Kind.COUNTER, "contacts", "Contacts added."),
    CONTACTS_UNCERTAIN(
            "contactsUncertain", Kind.COUNTER, "contacts", "Contacts of which it is not known whether they are there."),
    WRONG_ANSWERS("wrongAnswers", Kind.COUNTER, "answers", "Wrong answers; a single one makes the run fail."),
    ANSWERS_CHECKED(
            "answersChecked", Kind.COUNTER, "answers", "Bodies compared with their digest, and flags read back."),
    IMAP_SESSIONS("imapSessions", Kind.COUNTER, "sessions", "Sign-ins to mailboxes."),
    MOVE_FALLBACKS("moveFallbacks", Kind.COUNTER, "operations", "Moves made by a copy and a deletion."),
    EXPUNGE_FALLBACKS(
            "expungeFallbacks", Kind.COUNTER, "operations", "Deletions that had to expunge the folder as a whole."),
    CONDSTORE_FALLBACKS(
            "condstoreFallbacks",
            Kind.COUNTER,
            "operations",
            "Folders opened again whose flags were all asked for, because the server lacks CONDSTORE."),
    STATUS_FALLBACKS(
            "statusFallbacks",
            Kind.COUNTER,
            "operations",
            "Folders listed one after the other, because the server lacks LIST-STATUS."),
    LITERAL_FALLBACKS(
            "literalFallbacks",
            Kind.COUNTER,
            "messages",
            "Messages kept with an additional round trip, because the server lacks LITERAL+."),
    PIPELINING_FALLBACKS(
            "pipeliningFallbacks",
            Kind.COUNTER,
            "messages",
            "Attempts of submission with a round trip for each command, because the server lacks PIPELINING."),
    IDLE_FALLBACKS(
            "idleFallbacks",
            Kind.COUNTER,
            "connections",
            "Connections that ask every 30 s whether there is new mail, because the server lacks IDLE."),
    IDLE_DROPS(
            "idleDrops",
            Kind.COUNTER,
            "connections",
            "Connections waiting for a push that the server dropped, or that could not be opened."),
    IDLE_RENEWALS("idleRenewals", Kind.COUNTER, "renewals", "Waits for a push that were renewed after 25 minutes."),
    PUSHES("pushes", Kind.COUNTER, "pushes", "Announcements of new mail by a server."),
    FREE_BUSY_FALLBACKS(
            "freeBusyFallbacks",
            Kind.COUNTER,
            "operations",
            "Busy times read from the scheduling outbox or from the events, because the server lacks the report."),
    ETAGS_FETCHED(
            "etagsFetched",
            Kind.COUNTER,
            "requests",
            "ETags requested, since the server returned none for an object that it stored."),
    BYTES_IN(
            "bytesIn",
            Kind.COUNTER,
            "bytes",
            "Bytes received, including pushes; of IMAP and SMTP with TLS, of DAV without."),
    BYTES_OUT("bytesOut", Kind.COUNTER, "bytes", "Bytes sent; of IMAP and SMTP with TLS, of DAV without."),
    CONNECTIONS("connections", Kind.GAUGE, "connections", "Connections to the mail server."),
    IDLE_WATCHES("idleWatches", Kind.GAUGE, "connections", "Connections that wait for a push."),
    DELIVERIES_OUTSTANDING(
            "deliveriesOutstanding",
            Kind.GAUGE,
            "copies",
            "Copies owed to users of the sender's agent who get a push, and not announced yet.");

    /** The series of delivery times: from the answer to {@code DATA} to the notification of the recipient. */
    public static final String DELIVERY = "delivery";

    private final String title;
    private final Kind kind;
    private final String unit;
    private final String description;

    MailMeasure(String title, Kind kind, String unit, String description) {
        this.title = title;
        this.kind = kind;
        this.unit = unit;
        this.description = description;
    }

    /** Returns the name in results. */
    public String title() {
        return title;
    }

    /** Returns whether it is a counter or a level. */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the limits. The 95th percentile is our choice; 60 s are those that SPECmail2001 allows for 95 % of
     * messages, here for all.
     */
    public static QosLimit[] deliveryLimits() {
        return new QosLimit[] {QosLimit.parse("p95 < 5s"), QosLimit.parse("max < 60s")};
    }

    /** Returns the definition for the workload. */
    public MeasureDefinition definition() {
        return new MeasureDefinition(title, kind, unit, description);
    }
}
